/** Runs the commands as an operator types them, on an external database. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, symlink } from 'node:fs/promises';
import { suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { EXIT_CODES } from '../../src/commands/exit-codes.ts';
import {
  assertRefused,
  commandHost,
  HEDDLE,
  Installation,
  inReverse,
  newInstallationOnDatabase,
  temporaryFolder,
} from '../support/process.ts';

suite('commands without a database', { concurrency: 2 }, () => {
  test('help names every command', async t => {
    const heddle = await bareInstallation(t);
    const { code, stdout, stderr } = await heddle.run(['--help']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const commands = ['serve', 'worker', 'migrate', 'config', 'user create', 'key create', 'organization member set'];
    for (const command of commands) assert.match(stdout, new RegExp(`^ {2}${command} +\\S`, 'm'));
  });

  test('help of a command names its options', async t => {
    const heddle = await bareInstallation(t);
    const { code, stdout } = await heddle.run(['key', 'create', '--help']);
    assert.equal(code, 0);
    assert.match(stdout, /^heddle key create: Creates an API key/);
    assert.match(stdout, /^ {2}--name VALUE +required$/m);
    assert.match(stdout, /^ {2}--scopes VALUE,\.\.\. +required;/m);
    assert.match(stdout, /^ {2}--user-id VALUE +id or e-mail of the user$/m);
    assert.match(stdout, /^ {2}--json /m);
  });

  test('a reader that stops reading early, or at once, causes no error', async () => {
    const lines = ['head -n 1', 'true', 'true', 'true'].map(
      reader => `{ "$0" config; echo "exit code $?" >&2; } | ${reader}`,
    );
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', lines.join('\n'), HEDDLE]);
    assert.match(stdout, /^# .+\n$/);
    assert.equal(stderr, 'exit code 0\n'.repeat(4));
  });

  test('version works through a link from anywhere', async t => {
    const hooks = inReverse(t);
    const folder = await temporaryFolder(hooks);
    await symlink(HEDDLE, `${folder}/a link`);
    const { stdout, stderr } = await promisify(execFile)(`${folder}/a link`, ['--version'], { cwd: '/' });
    assert.deepEqual({ stdout, stderr }, { stdout: `${packageJson.version}\n`, stderr: '' });
  });

  test('unknown commands and options are refused before anything starts', async t => {
    const heddle = await bareInstallation(t);
    const cases: [words: string[], line: string | RegExp][] = [
      [['frobnicate'], "there is no command 'frobnicate': see 'heddle --help'"],
      [['user', 'creat'], "there is no command 'user creat': did you mean 'heddle user create'?"],
      [['user', 'create', '--mail', 'a@b.c'], "'--mail' is no option of 'heddle user create': did you mean '--email'?"],
      [['user', 'create', '--email'], '--email needs a value (VALUE)'],
    ];
    const finished = await Promise.all(cases.map(([words]) => heddle.run(words)));
    for (const [index, [words, line]] of cases.entries()) {
      await t.test(words.join(' '), () => {
        assert.ok(finished[index]);
        assertRefused(finished[index], line);
      });
    }
    await assert.rejects(access(heddle.dataFolder), { code: 'ENOENT' });
  });

  test('commands that only ask make no installation', async t => {
    const heddle = await bareInstallation(t);
    const asking = ['whoami', 'run list', 'user find', 'keys list', 'backup /tmp/never-written', 'workflow show x'];
    const finished = await Promise.all(asking.map(line => heddle.run(line.split(' '))));
    const complaint = `there is no installation in ${heddle.dataFolder} (HEDDLE_DATA): 'heddle serve' makes one, and 'heddle login' connects to a service elsewhere`;
    for (const each of finished) assertRefused(each, complaint, 'installation');
    await assert.rejects(access(heddle.dataFolder), { code: 'ENOENT' });
    const { heddle: onDatabase } = await newInstallationOnDatabase(t, { template: 'template0', host: commandHost });
    // A second question finds that the first has left the database as it was.
    for (const command of ['whoami', 'whoami']) {
      const elsewhere = /^heddle: there is no installation in the database of HEDDLE_DATABASE_URL: /;
      assertRefused(await onDatabase.run([command]), elsewhere, 'installation');
    }
  });

  test('config prints every setting, and no secret', async t => {
    const heddle = await bareInstallation(t);
    const environment = {
      HEDDLE_DATABASE_URL: 'postgres://ada:open-sesame@host/heddle',
      HEDDLE_ADMIN_KEY: 'open-sesame-open-sesame',
      HEDDLE_PUBLIC_URL: '',
    };
    const [forPeople, forScripts] = await Promise.all([
      heddle.run(['config'], { environment }),
      heddle.ask(['config'], { environment }),
    ]);
    assert.equal(forPeople.code, 0);
    assert.match(forPeople.stdout, /^# Heddle listens on this TCP port; 0 picks a free one\.\nHEDDLE_PORT=0$/m);
    assert.match(forPeople.stdout, /^HEDDLE_DATABASE_URL=\(set, secret\)$/m);
    assert.doesNotMatch(forPeople.stdout + JSON.stringify(forScripts), /sesame/);
    assert.partialDeepStrictEqual(forScripts, {
      HEDDLE_PORT: '0',
      HEDDLE_HOST: '127.0.0.1',
      HEDDLE_ADMIN_KEY: '(set, secret)',
      HEDDLE_PUBLIC_URL: '(unset)',
      HEDDLE_ADMIN_EMAIL: 'admin@localhost',
    });
    const printed = [...forPeople.stdout.matchAll(/^((?:HEDDLE|OTEL)_\w+)=/gm)].map(([, variable]) => variable);
    assert.deepEqual(printed, Object.keys(Object(forScripts)));
  });

  test('all problems of the settings are reported at once, each in its own line', async t => {
    const heddle = await bareInstallation(t);
    const environment = { HEDDLE_PORT: 'http', HEDDLE_PROT: '1' };
    const { code, stderr } = await heddle.run(['serve'], { environment });
    assert.equal(code, EXIT_CODES.usage.code);
    assert.equal(
      stderr,
      "heddle: HEDDLE_PORT must be a whole number from 0 to 65535, not 'http'\n" +
        "heddle: HEDDLE_PROT is no setting of Heddle: see 'heddle config' for those there are\n",
    );
    // The second line refers to this command, so it must work with the same settings.
    assert.match((await heddle.run(['config'], { environment })).stdout, /^HEDDLE_PORT=/m);
  });

  test('an address that this machine does not have is refused', async t => {
    const { heddle } = await newInstallationOnDatabase(t, { host: commandHost });
    const elsewhere = (host: string) => ({ environment: { HEDDLE_HOST: host } });
    const [address, name] = await Promise.all([
      heddle.run(['serve'], elsewhere('192.0.2.1')),
      heddle.run(['serve'], elsewhere('host.invalid')),
    ]);
    assertRefused(address, 'this machine has no such address to listen on (HEDDLE_HOST)');
    assertRefused(name, /^heddle: .*\(HEDDLE_HOST\)\n$/);
  });
});

suite('provisioning', () => {
  test('users, keys, organizations and groups are managed by commands', async t => {
    const { heddle } = await newInstallationOnDatabase(t, { host: commandHost });
    const ask = async (line: string, ...words: string[]) => Object(await heddle.ask([...line.split(' '), ...words]));

    const [ada, bob] = await Promise.all([
      ask('user create --email ada@example.org --name Ada --credits 5 --admin true'),
      ask('user create --email=bob@example.org --name 123 --storage-quota 1000 --permissions {"workflow":"read"}'),
    ]);
    assert.deepEqual(
      { ...ada, id: '' },
      {
        id: '',
        email: 'ada@example.org',
        name: 'Ada',
        admin: true,
        enabled: true,
        credits: 5,
        storage_quota: null,
        permissions: { workflow: 'write' },
      },
    );
    assert.partialDeepStrictEqual(bob, { name: '123', storage_quota: 1000, permissions: { workflow: 'read' } });

    await t.test('output for people is a table, or names with values', async () => {
      const [found, got] = await Promise.all([
        heddle.run(['user', 'find', '--sort-key', 'email']),
        heddle.run(['user', 'get', '--entity-id', ada.id]),
      ]);
      assert.match(
        found.stdout,
        /^id +email +name +admin .*\n\S+ +ada@example\.org +Ada +true .*\n\S+ +bob@example\.org +123 +false /,
      );
      assert.match(got.stdout, /^email +ada@example\.org\nname +Ada\nadmin +true$/m);
    });

    await t.test('find takes one filter, or a list of them', async () => {
      const [one, several] = await Promise.all([
        ask('user find --filters ["email","==","bob@example.org"]'),
        ask('user find --filters [["credits","==",5],["admin","==",true]] --limit-to 1'),
      ]);
      assert.deepEqual([one, several], [[bob], [ada]]);
    });

    await t.test('update changes what is given, null included', async () => {
      assert.deepEqual(await ask(`user update --id ${ada.id} --credits null`), { ...ada, credits: null });
    });

    await t.test('keys are created by the e-mail of their user and with several scopes', async () => {
      const create = 'key create --name his --user-id Bob@Example.org';
      const [commas, json] = await Promise.all([
        ask(`${create} --scopes service.workflow,service.chat --scopes service.assistant`),
        ask(`${create} --scopes ["service.workflow","service.chat","service.assistant"]`),
      ]);
      const scopes = ['service.workflow', 'service.chat', 'service.assistant'];
      for (const created of [commas, json]) {
        assert.partialDeepStrictEqual(created, { user_id: bob.id, scopes, enabled: true });
        assert.match(created.key, /^hdl_/);
      }
      const { key: _, ...shown } = commas;
      const changed = await ask(`key update --id ${commas.id} --enabled false --name`, 'of old');
      assert.deepEqual(changed, { ...shown, name: 'of old', enabled: false });
      assert.deepEqual(await ask(`key delete --id ${commas.id}`), changed);
    });

    await t.test('organizations and groups have members', async () => {
      const [organization, group] = await Promise.all([
        ask('organization create --name Weavers --credits 10.5'),
        ask('group create --name Looms'),
      ]);
      const inOrganization = `--organization-id ${organization.id} --user-id bob@example.org`;
      const answers = await Promise.all([
        ask(`organization member set ${inOrganization} --role operator`),
        ask(`group member set --group-id ${group.id} --user-id ${bob.id}`),
      ]);
      assert.deepEqual(answers, [{ accepted: true }, { accepted: true }]);
      const [weavers, looms] = await Promise.all([
        ask(`organization get --entity-id ${organization.id}`),
        ask(`group get --entity-id ${group.id}`),
      ]);
      assert.deepEqual(weavers.members, [{ user_id: bob.id, write: false, role: 'operator' }]);
      assert.deepEqual(looms.members, [{ user_id: bob.id }]);
      assert.deepEqual(await ask(`organization member remove ${inOrganization}`), { accepted: true });
      assert.deepEqual((await ask(`organization get --entity-id ${organization.id}`)).members, []);
    });

    const mistakes: [line: string, error: string | RegExp][] = [
      ['user create --name Eve', '--email is required'],
      ['user create --email ADA@example.org --name x', "a user with the e-mail 'ADA@example.org' already exists"],
      [`user update --id ${bob.id} --credits -1`, /^heddle: .*credits.*\n$/],
      ['key create --name x --scopes * --user-id eve@example.org', "there is no user 'eve@example.org'"],
      ['user find --filters ["shoe_size","==",1]', /^heddle: --filters\[0\]: unknown field 'shoe_size'\n$/],
    ];
    const finished = await Promise.all(mistakes.map(([line]) => heddle.run(line.split(' '))));
    for (const [index, [line, error]] of mistakes.entries()) {
      await t.test(`one line reports what is wrong with: ${line}`, () => {
        assert.ok(finished[index]);
        assertRefused(finished[index], error);
      });
    }

    await t.test('delete removes a user', async () => {
      assert.equal(await heddle.ask(['user', 'delete', '--entity-id', bob.id]), bob.id);
      const left = await heddle.run(['user', 'count']);
      assert.deepEqual({ code: left.code, stdout: left.stdout }, { code: 0, stdout: '1\n' });
    });
  });
});

/** These commands need no data folder. */
async function bareInstallation(t: TestContext): Promise<Installation> {
  const hooks = inReverse(t);
  const heddle = new Installation(`${await temporaryFolder(hooks)}/data`, {}, commandHost);
  hooks.after(() => heddle.remove());
  return heddle;
}
