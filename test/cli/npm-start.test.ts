/** `npm start` ends the service together with npm, and reports what is missing where the bundled Node cannot start. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { type HeddleProcess, newInstallationOnDatabase, ROOT, temporaryFolder } from '../support/process.ts';

const LINUX = process.platform === 'linux';

/** Starts npm in its own process group, as a terminal does. */
async function npmStart(t: TestContext): Promise<{ npm: HeddleProcess; url: string }> {
  const { heddle } = await newInstallationOnDatabase(t);
  const HOME = await temporaryFolder(t);
  const program = ['setsid', 'npm', '--prefix', ROOT, 'start'];
  const npm = heddle.start([], { program, environment: { HOME, HEDDLE_LOG_LEVEL: 'info' } });
  return { npm, url: await npm.ready() };
}

async function isReachable(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

suite('npm start', { concurrency: 2, skip: !LINUX && 'setsid and the loader are of Linux' }, () => {
  test('ends with npm', async t => {
    const { npm, url } = await npmStart(t);
    assert.equal(await isReachable(url), true);
    const { stdout } = await npm.end('SIGTERM');
    assert.equal(await isReachable(url), false, 'the server goes on without npm');
    assert.match(stdout, /"stopped"/);
  });

  test('ends cleanly on a Ctrl-C that arrives both from the terminal and from npm', async t => {
    const { npm, url } = await npmStart(t);
    process.kill(-npm.pid, 'SIGINT');
    const { stdout } = await npm.finished;
    assert.equal(await isReachable(url), false);
    assert.match(stdout, /"stopping".*"stopped"/s);
  });
});

suite('where the bundled Node does not start', {
  concurrency: 2,
  skip: !LINUX && 'setsid and the loader are of Linux',
}, () => {
  /** Runs `heddle` on a machine whose libatomic cannot be loaded, with these additional programs. */
  async function heddle(folder: string, programs: Record<string, string>): Promise<string> {
    await mkdir(path.join(folder, 'lib'));
    await writeFile(path.join(folder, 'lib', 'libatomic.so.1'), '');
    await mkdir(path.join(folder, 'bin'));
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(path.join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    for (const name of ['sh', 'dirname', 'readlink']) await symlink(`/usr/bin/${name}`, path.join(folder, 'bin', name));
    const env = { PATH: path.join(folder, 'bin'), LD_LIBRARY_PATH: path.join(folder, 'lib') };
    const command = path.join(ROOT, 'bin', 'heddle');
    return new Promise(resolve => {
      const child = execFile(command, ['--version'], { env }, (_error, stdout, stderr) =>
        resolve(`${child.exitCode} ${stdout}${stderr}`),
      );
    });
  }

  test('heddle reports what to install', async t => {
    const older = { node: 'echo v20.20.2' };
    const expected =
      "1 Heddle's Node needs the library libatomic: install it (Debian and Ubuntu: apt-get install libatomic1; " +
      'Fedora: dnf install libatomic) and try again.\n';
    assert.equal(await heddle(await temporaryFolder(t), older), expected);
    assert.equal(await heddle(await temporaryFolder(t), {}), expected);
  });

  test('heddle uses an installed Node that is new enough', async t => {
    const newer = { node: '[ "$1" = --version ] && echo v26.1.0 || echo "runs $*"' };
    assert.match(
      await heddle(await temporaryFolder(t), newer),
      /^0 runs (--\S+ )+\S+\/(src\/main\.ts|dist\/main\.js) /,
    );
  });
});
