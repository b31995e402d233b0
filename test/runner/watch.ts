import { watch } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../support/process.ts';

const WATCHED = ['src', 'web/src', 'packages/client/src', 'test', 'docs', 'migrations'];
/** Editors write several files at once. */
const SETTLE_MS = 200;

/** Waits until a source has changed, or the run is broken off. */
export async function nextChange(signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const changes = WATCHED.map(async folder => {
    for await (const _ of watch(path.join(ROOT, folder), { recursive: true, signal: either })) return;
  });
  await Promise.race(changes).catch(() => {});
  done.abort();
  await Promise.allSettled(changes);
  await delay(SETTLE_MS);
}
