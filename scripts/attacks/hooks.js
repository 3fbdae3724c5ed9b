// Injected into every document before its scripts. Records the effects of strings that are executed as code.
(() => {
  if (globalThis.__attack) return;
  const noted = [];
  globalThis.__attack = noted;
  const note = (what) => (...said) => {
    noted.push(`${what}: ${said.map(String).join(" ").slice(0, 100)}`);
  };
  for (const name of ["alert", "confirm", "prompt", "print", "open"]) globalThis[name] = note(name);
  const write = note("document.write");
  for (const name of ["write", "writeln"]) document[name] = write;
  document.addEventListener("securitypolicyviolation", (event) => note("policy")(event.violatedDirective, event.blockedURI));
})();
