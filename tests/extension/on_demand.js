// A thread that has what every page has, then the files that come on demand; tells which names there are afterwards.
import { parentPort, workerData } from "node:worker_threads";

Object.assign(globalThis, { Claimlight: {} });
for (const file of workerData) await import(`../../chrome_extension/${file}`);
parentPort?.postMessage(Object.keys(globalThis.Claimlight));
