// Runs in a thread: loads the scripts of every page, then the files loaded on demand, and reports the names that exist afterwards.
import { parentPort, workerData } from "node:worker_threads";

Object.assign(globalThis, { Claimlight: {} });
for (const file of workerData) await import(`../../chrome_extension/${file}`);
parentPort?.postMessage(Object.keys(globalThis.Claimlight));
