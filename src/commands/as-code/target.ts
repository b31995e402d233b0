import path from 'node:path';
import type { Connection } from '../connecting.ts';

/** Says which service the memory of a folder belongs to. That of this machine listens on another port each time. */
export function targetName({ isLocal, url }: Connection): string {
  return isLocal ? `local ${path.resolve(process.env.HEDDLE_DATA ?? '')}` : url;
}
