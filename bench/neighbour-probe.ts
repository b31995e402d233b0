/** A neighbour in its own thread: it sends small requests one after the other, and reports how long each took. */
import { parentPort, workerData } from 'node:worker_threads';
import { latencies } from './load.ts';

const { url, headers } = workerData as { url: string; headers: Record<string, string> };
const taken: number[] = [];
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
while (!isOver) {
  taken.push(...(await latencies(url, 5, headers)));
  await new Promise(resolve => setTimeout(resolve, 5));
}
parentPort?.postMessage(taken);
