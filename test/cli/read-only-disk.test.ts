/** A data folder that can not be written is reported in one line, whatever is in it. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { Installation, inReverse, temporaryFolder } from '../support/process.ts';

const run = promisify(execFile);
const HELP = 'is on a read-only file system: make it writable, or choose another folder with HEDDLE_DATA';

suite('a read-only disk', () => {
  test('is reported when the data folder is missing, and when it is there', async t => {
    const hooks = inReverse(t);
    const disk = await temporaryFolder(hooks);
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=755', 'heddle-test', disk]);
    } catch {
      return t.skip('file systems can not be mounted here');
    }
    hooks.after(async () => void (await run('umount', ['--lazy', disk])));
    await mkdir(path.join(disk, 'empty'));
    await run('mount', ['-o', 'remount,ro', disk]);

    const missing = new Installation(path.join(disk, 'far', 'below'));
    await missing.refuse(`${disk} ${HELP}`, ['migrate']);
    const empty = new Installation(path.join(disk, 'empty'));
    await empty.refuse(`${path.join(disk, 'empty')} ${HELP}`, ['migrate']);
  });
});
