// Runs in a foreign page. Sends one request in one way, and returns the part of the response that the page can read, or "".
async ({ way, base, path, body }) => {
  const url = base + path;
  const limit = (ms) => new Promise((done) => setTimeout(() => done(""), ms));
  const text = (response) => response.text();
  const blob = (type) => new Blob([body], { type });
  const shown = (element, name) =>
    new Promise((done) => {
      element.addEventListener("load", () => done(name));
      element.addEventListener("error", () => done(""));
      document.documentElement.append(element);
    });
  const make = (tag, set) => Object.assign(document.createElement(tag), set);
  const form = (enctype) => {
    const frame = make("iframe", { name: `f${Math.random()}` });
    const sent = make("form", { method: "post", action: url, enctype, target: frame.name });
    if (enctype === "text/plain") sent.append(make("input", { name: body.slice(0, -1), value: '"}'.slice(0, 0) }));
    for (const [name, value] of new URLSearchParams(body)) sent.append(make("input", { name, value }));
    document.documentElement.append(frame, sent);
    const answered = new Promise((done) => {
      frame.addEventListener("load", () => {
        try {
          done(frame.contentDocument?.body?.textContent ? "frame" : "");
        } catch {
          done("");
        }
      });
    });
    sent.submit();
    return answered;
  };
  const ways = {
    "fetch get": () => fetch(url).then(text),
    "fetch json": () => fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body }).then(text),
    "fetch credentials": () => fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body, credentials: "include" }).then(text),
    "fetch text": () => fetch(url, { method: "POST", body: blob("text/plain") }).then(text),
    "fetch no-cors text": () => fetch(url, { method: "POST", mode: "no-cors", body: blob("text/plain") }).then(text),
    "fetch no-cors json": () => fetch(url, { method: "POST", mode: "no-cors", headers: { "Content-Type": "application/json" }, body }).then(text),
    "fetch no-cors form": () => fetch(url, { method: "POST", mode: "no-cors", body: new URLSearchParams(body) }).then(text),
    "fetch no-cors get": () => fetch(url, { mode: "no-cors" }).then(text),
    "fetch no type": () => fetch(url, { method: "POST", mode: "no-cors", body: blob("") }).then(text),
    "fetch keepalive": () => fetch(url, { method: "POST", mode: "no-cors", keepalive: true, body }).then(text),
    "fetch put": () => fetch(url, { method: "PUT", body }).then(text),
    "fetch this network": () => fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body, targetAddressSpace: "loopback" }).then(text),
    xhr: () =>
      new Promise((done) => {
        const request = new XMLHttpRequest();
        request.onload = () => done(request.responseText);
        request.onerror = () => done("");
        request.open("POST", url);
        request.setRequestHeader("Content-Type", "application/json");
        request.send(body);
      }),
    "beacon text": () => (navigator.sendBeacon(url, body), limit(300)),
    "beacon json": () => (navigator.sendBeacon(url, blob("application/json")), limit(300)),
    "beacon form": () => (navigator.sendBeacon(url, new URLSearchParams(body)), limit(300)),
    "form urlencoded": () => form("application/x-www-form-urlencoded"),
    "form text": () => form("text/plain"),
    "form multipart": () => form("multipart/form-data"),
    image: () => shown(make("img", { src: url }), "image"),
    script: () => shown(make("script", { src: url }), "script"),
    "style sheet": () => shown(make("link", { rel: "stylesheet", href: url }), "style sheet"),
    prefetch: () => (document.documentElement.append(make("link", { rel: "prefetch", href: url })), limit(300)),
    object: () => (document.documentElement.append(make("object", { data: url })), limit(300)),
    media: () => (document.documentElement.append(make("video", { src: url, preload: "auto" })), limit(300)),
    frame: () => (document.documentElement.append(make("iframe", { src: url })), limit(500)),
    websocket: () =>
      new Promise((done) => {
        const line = new WebSocket(url.replace(/^http/, "ws"));
        line.onopen = () => done("websocket");
        line.onerror = () => done("");
      }),
    "event source": () =>
      new Promise((done) => {
        const line = new EventSource(url);
        line.onmessage = () => done("event source");
        line.onopen = () => done("event source");
        line.onerror = () => (line.close(), done(""));
      }),
    worker: () =>
      new Promise((done) => {
        const code = `try { importScripts(${JSON.stringify(url)}); postMessage("worker"); } catch { postMessage(""); }`;
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
        worker.onmessage = (event) => done(event.data);
        worker.onerror = () => done("");
      }),
    ping: () => {
      const link = make("a", { href: "#", ping: url });
      document.documentElement.append(link);
      link.click();
      return limit(300);
    },
    "new window": () => {
      const opened = window.open(url);
      return limit(500).then(() => {
        try {
          return opened?.location.href === "about:blank" ? "" : opened?.document?.body?.textContent || "";
        } catch {
          return "";
        } finally {
          opened?.close();
        }
      });
    },
  };
  if (!way) return Object.keys(ways);
  try {
    return String((await Promise.race([ways[way](), limit(3000)])) ?? "").slice(0, 200);
  } catch {
    return "";
  }
};
