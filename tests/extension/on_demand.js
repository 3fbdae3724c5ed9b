// A thread with the scripts of every page, then the files that are loaded on demand; reports the names that exist afterwards.
import { parentPort, workerData } from "node:worker_threads";

Object.assign(globalThis, { Claimlight: {} });
for (const file of workerData) await import(`../../chrome_extension/${file}`);
parentPort?.postMessage(Object.keys(globalThis.Claimlight));
