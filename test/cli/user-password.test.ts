/** `heddle user password`, and the link to the console that a start prints. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { welcome } from '../../src/commands/serve.ts';
import { TEST_KEYS } from '../support/database.ts';
import {
  commandHost,
  HEDDLE,
  Installation,
  inReverse,
  newInstallationOnDatabase,
  temporaryFolder,
} from '../support/process.ts';
import { serviceOf, testService } from '../support/service.ts';

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'ada@example.org';
const CONTROL_C = '\u0003';
const CONTROL_D = '\u0004';
/** It is in this process, where a sign-in takes no time. */
const service = await testService();
const ofService = new Installation(
  await temporaryFolder({ after }),
  { HEDDLE_DATABASE_URL: service.database.url, HEDDLE_KEYS: process.env[TEST_KEYS] ?? '' },
  commandHost,
);

async function post(url: string, path: string, body: object) {
  const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: Object(await response.json()) };
}

function signIn(url: string, password: string, email = EMAIL) {
  return post(url, '/api/v1/session/create', { email, password });
}

suite('heddle user password', { concurrency: 4 }, () => {
  test('sets a password from standard input, also while the service runs', async () => {
    const { url } = service;
    await service.ask('/api/v1/user/create', { email: EMAIL, name: 'Ada' });
    assert.equal((await signIn(url, PASSWORD)).status, 401);

    const set = await ofService.run(['user', 'password', '--email', 'Ada@Example.org'], { input: `${PASSWORD}\n` });
    assert.deepEqual([set.code, set.stderr], [0, '']);
    assert.equal(set.stdout, 'email     Ada@Example.org\npassword  set\n');
    const { status, body } = await signIn(url, PASSWORD);
    assert.equal(status, 200);
    assert.equal(body.user.email, EMAIL);

    const again = await ofService.ask(['user', 'password', '--email', EMAIL], { input: 'another password' });
    assert.deepEqual(again, { email: EMAIL, password: 'set' });
    assert.equal((await signIn(url, PASSWORD)).status, 401);
    assert.equal((await signIn(url, 'another password')).status, 200);
  });

  test('prints a link that sets a password once', async () => {
    const { email } = await service.person();
    const { url } = service;
    const environment = { HEDDLE_PUBLIC_URL: url };
    const { link } = Object(await ofService.ask(['user', 'password', '--email', email, '--link'], { environment }));
    assert.match(link, new RegExp(`^${url}/welcome#[\\w-]{43}$`));
    const token = String(link).split('#')[1];
    assert.deepEqual((await post(url, '/api/v1/welcome/get', { token })).body, { purpose: 'password', email });
    assert.equal((await post(url, '/api/v1/welcome/accept', { token, password: PASSWORD })).status, 200);
    assert.equal((await post(url, '/api/v1/welcome/accept', { token, password: PASSWORD })).status, 404);
    assert.equal((await signIn(url, PASSWORD, email)).status, 200);
  });

  test('refuses what it can not do, in one line', async t => {
    const { heddle } = await newInstallationOnDatabase(t, { host: commandHost });
    const command = ['user', 'password'];
    await heddle.refuse('--email is required', command);
    await heddle.refuse("there is no user 'nobody@example.org'", [
      ...command,
      '--email',
      'nobody@example.org',
      '--link',
    ]);
    for (const input of ['', 'short\n', 'x'.repeat(201)]) {
      const words = [...command, '--email', EMAIL];
      await heddle.refuse('the password must have 8 to 200 characters', words, { input });
    }
    await heddle.refuse(/^heddle: '--password' is no option of 'heddle user password'/, [
      ...command,
      '--password',
      PASSWORD,
    ]);
    const { stdout } = await heddle.run([...command, '--help']);
    assert.match(stdout, /--email VALUE .*\n.*--link /);
    assert.match((await heddle.run(['--help'])).stdout, /^ {2}user password {2,}Sets the password/m);
  });

  test('asks twice at a terminal, and shows nothing of what is typed', async t => {
    const run = promisify(execFile);
    const hasScript = await run('script', ['--version']).then(
      () => true,
      () => false,
    );
    if (!hasScript) return t.skip('there is no script, which would give it a terminal');
    const { heddle } = await newInstallationOnDatabase(t, { host: commandHost });
    await heddle.ask(['user', 'create', '--email', EMAIL, '--name', 'Ada']);
    const atTerminal = async (first: string, second: string) => {
      const line = `${HEDDLE} user password --email ${EMAIL}`;
      const started = heddle.start([], { program: ['script', '-qec', line, '/dev/null'], input: true });
      await started.printed(/New password: $/);
      started.type(`${first}\r`);
      await started.printed(/The same again: $/);
      started.type(second);
      const { stdout } = await started.finished;
      for (const typed of [PASSWORD, 'another password']) assert.equal(stdout.includes(typed), false);
      return stdout;
    };
    assert.match(await atTerminal(PASSWORD, 'another password\r'), /\nheddle: the two passwords differ\r\n$/);
    assert.match(await atTerminal(PASSWORD, CONTROL_C), /\nheddle: nothing was changed\r\n$/);
    assert.match(await atTerminal(PASSWORD, CONTROL_D), /\nheddle: nothing was changed\r\n$/);
    assert.match(await atTerminal(PASSWORD, `${PASSWORD}\r`), /\npassword {2}set\r\n$/);
  });
});

suite('the link to the console', { concurrency: 4 }, () => {
  const linkIn = (printed: string) => /^Open the console, once and within an hour: (\S+)$/m.exec(printed)?.[1];

  test('is printed by the first start, and a restart says how to get another until somebody has set it up', async t => {
    const hooks = inReverse(t);
    const installation = await newInstallationOnDatabase(hooks, { host: commandHost });
    const first = await installation.heddle.serve();
    const link = linkIn((await first.process.end('SIGTERM')).stdout) ?? '';
    assert.match(link, new RegExp(`^${first.url}/welcome#[\\w-]{43}$`));

    const { url, service: second } = await serviceOf(installation, hooks);
    assert.doesNotMatch(welcome(second), /welcome#/);
    assert.match(welcome(second), /^Nobody has signed in .* heddle user password --email admin@localhost --link$/m);
    const accepted = await post(url, '/api/v1/welcome/accept', {
      token: link.split('#')[1],
      email: EMAIL,
      name: 'Ada',
      password: PASSWORD,
    });
    assert.partialDeepStrictEqual(accepted, {
      status: 200,
      body: { user: { email: EMAIL, name: 'Ada', admin: true } },
    });
    const { service: third } = await serviceOf(installation, hooks);
    assert.doesNotMatch(welcome(third), /welcome#|Nobody has signed in/);
    assert.equal((await installation.heddle.run(['user', 'find', '--json'])).code, 0);
  });

  test('is not printed when the administrator has a password already', async t => {
    const hooks = inReverse(t);
    const installation = await newInstallationOnDatabase(hooks, { host: commandHost });
    const ada = ['--email', EMAIL, '--name', 'Ada', '--admin', 'true', '--password', PASSWORD];
    await installation.heddle.ask(['user', 'create', ...ada]);
    const { service: first } = await serviceOf(installation, hooks);
    assert.equal(linkIn(welcome(first)), undefined);
  });
});
