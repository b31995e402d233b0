import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { type FakeVault, send, startVault, TOKEN } from '../../../test/fixtures/vault.ts';
import {
  createExternalSecrets,
  type ExternalSecretOptions,
  findReferenceProblem,
  isExternal,
} from './external-secrets.ts';

const signal = new AbortController().signal;

function reader(options: Partial<ExternalSecretOptions> = {}) {
  const secrets = createExternalSecrets({ variables: {}, ...options });
  return (reference: string) => secrets.resolve(reference, signal);
}

const refusal = (message: string) => ({ name: 'StepError', message });

suite('references', () => {
  test('are told from values by how they start', () => {
    for (const text of ['env:X', 'file:x', 'vault:x#y', 'env:', 'vault:']) assert.equal(isExternal(text), true, text);
    for (const text of ['secret', 'Env:X', 'environment:x', ' env:X', 'https://x', '']) {
      assert.equal(isExternal(text), false, text);
    }
  });

  test('that are malformed are explained', () => {
    const env = 'must name a variable that starts with HEDDLE_SECRET_, such as env:HEDDLE_SECRET_STRIPE';
    const file = 'must name a file without its folder, such as file:stripe-key';
    const vault = 'must name a path and a field, such as vault:payments/stripe#key';
    const cases: [string, string | undefined][] = [
      ['env:HEDDLE_SECRET_A', undefined],
      ['env:HEDDLE_SECRET_', env],
      ['env:HEDDLE_ADMIN_KEY', env],
      ['env:PATH', env],
      ['env:HEDDLE_SECRET_A B', env],
      ['file:a.b-c_D', undefined],
      ['file:', file],
      ['file:..', file],
      ['file:.hidden', file],
      ['file:a/b', file],
      ['file:../keys', file],
      ['file:/etc/passwd', file],
      ['file:a\0b', file],
      ['vault:a#b', undefined],
      ['vault:team/payments/stripe#api key', undefined],
      ['vault:a', vault],
      ['vault:#b', vault],
      ['vault:a#', vault],
      ['vault:/a#b', vault],
      ['vault:a/#b', vault],
      ['vault:a//b#c', vault],
      ['vault:../sys/seal#b', vault],
      ['vault:a/./b#c', vault],
      ['vault:a?list=true#b', vault],
      ['vault:a%2f..#b', vault],
      ['vault:a#b#c', vault],
      [`vault:${'a'.repeat(501)}#b`, vault],
    ];
    for (const [text, problem] of cases) assert.equal(findReferenceProblem(text), problem, text);
  });
});

suite('env:', () => {
  const read = reader({ variables: { HEDDLE_SECRET_A: 'of the environment', HEDDLE_SECRET_EMPTY: '' } });

  test('reads a variable of the process', async () => {
    assert.equal(await read('env:HEDDLE_SECRET_A'), 'of the environment');
  });

  test('reads no other variable, and none that is not set', async () => {
    await assert.rejects(read('env:HEDDLE_SECRET_B'), refusal('The variable HEDDLE_SECRET_B is not set'));
    await assert.rejects(read('env:HEDDLE_SECRET_EMPTY'), refusal('The variable HEDDLE_SECRET_EMPTY is not set'));
    await assert.rejects(
      read('env:HOME'),
      refusal(
        'The reference to a secret must name a variable that starts with HEDDLE_SECRET_, such as env:HEDDLE_SECRET_STRIPE',
      ),
    );
  });
});

suite('file:', () => {
  async function setUp(t: TestContext) {
    const root = await mkdtemp(path.join(tmpdir(), 'heddle-secrets-'));
    t.after(() => rm(root, { recursive: true }));
    const folder = path.join(root, 'secrets');
    await mkdir(folder);
    return { root, folder, read: reader({ folder }) };
  }

  test('reads a file without the end of its last line', async t => {
    const { folder, read } = await setUp(t);
    await writeFile(path.join(folder, 'one'), 'first\nsecond\n');
    await writeFile(path.join(folder, 'two'), ' grüße \r\n');
    assert.equal(await read('file:one'), 'first\nsecond');
    assert.equal(await read('file:two'), ' grüße ');
  });

  test('follows links inside of the folder, as Kubernetes makes them, and none that lead out', async t => {
    const { root, folder, read } = await setUp(t);
    await mkdir(path.join(folder, '..2026'));
    await writeFile(path.join(folder, '..2026', 'key'), 'inside');
    await symlink('..2026', path.join(folder, '..data'));
    await symlink('..data/key', path.join(folder, 'key'));
    assert.equal(await read('file:key'), 'inside');
    await writeFile(path.join(root, 'outside'), 'outside');
    await symlink('../outside', path.join(folder, 'link'));
    await mkdir(`${folder}-more`);
    await writeFile(path.join(`${folder}-more`, 'key'), 'outside');
    await symlink('../secrets-more/key', path.join(folder, 'sibling'));
    for (const name of ['link', 'sibling']) {
      const message = `The secret file '${name}' is a link that leads out of HEDDLE_SECRETS_FOLDER`;
      await assert.rejects(read(`file:${name}`), refusal(message));
    }
  });

  test('refuses what is missing, empty, no text, too long or no file', async t => {
    const { folder, read } = await setUp(t);
    await writeFile(path.join(folder, 'empty'), '\n');
    await writeFile(path.join(folder, 'bytes'), Buffer.from([0xff, 0xfe, 0]));
    await writeFile(path.join(folder, 'long'), 'x'.repeat(65_537));
    await mkdir(path.join(folder, 'folder'));
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    await symlink('loop', path.join(folder, 'loop'));
    const cases = {
      missing: "There is no file 'missing' in HEDDLE_SECRETS_FOLDER",
      empty: "The secret file 'empty' is empty",
      bytes: "The secret file 'bytes' is no text in UTF-8",
      long: "The secret file 'long' has more than 64 KB",
      folder: "'folder' in HEDDLE_SECRETS_FOLDER is no file",
      pipe: "'pipe' in HEDDLE_SECRETS_FOLDER is no file",
      loop: "The secret file 'loop' can not be read (ELOOP)",
    };
    for (const [name, message] of Object.entries(cases)) await assert.rejects(read(`file:${name}`), refusal(message));
  });

  test('needs the setting', async () => {
    const message = "The secret file 'one' can not be read: HEDDLE_SECRETS_FOLDER is not set";
    await assert.rejects(reader()('file:one'), refusal(message));
  });
});

suite('vault:', () => {
  async function setUp(t: TestContext, { kv = 2, mount = 'secret' }: { kv?: 1 | 2; mount?: string } = {}) {
    const vault = await startVault({ kv, mount });
    t.after(() => vault.close());
    vault.secrets.set('payments/stripe', { key: 'sk-1', number: 42, list: ['x'], empty: '' });
    let time = 1_000_000;
    const read = reader({ vault: { url: vault.url, token: TOKEN, mount }, now: () => time });
    const pass = (seconds: number) => {
      time += seconds * 1000;
    };
    return { vault, read, pass };
  }

  for (const kv of [1, 2] as const) {
    test(`reads a field of version ${kv} of the engine, and asks for the version once`, async t => {
      const { vault, read } = await setUp(t, { kv, mount: 'team/kv' });
      vault.secrets.set('other', { key: 'other' });
      assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
      assert.equal(await read('vault:other#key'), 'other');
      assert.equal(await read('vault:payments/stripe#number'), '42');
      const data = kv === 2 ? 'data/' : '';
      assert.deepEqual(vault.reads, [
        `team/kv/${data}payments/stripe`,
        `team/kv/${data}other`,
        `team/kv/${data}payments/stripe`,
      ]);
      assert.equal(vault.headers.length, 4);
    });

    test(`finds version ${kv} by trying when the token may not ask`, async t => {
      const { vault, read } = await setUp(t, { kv });
      vault.tellsVersion = false;
      assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
    });
  }

  test('sends the namespace, and a token that is read from its file each time', async t => {
    const { vault } = await setUp(t);
    const folder = await mkdtemp(path.join(tmpdir(), 'heddle-token-'));
    t.after(() => rm(folder, { recursive: true }));
    const tokenFile = path.join(folder, 'token');
    const read = reader({ vault: { url: vault.url, tokenFile, namespace: 'team-a', mount: 'secret' } });
    await assert.rejects(
      read('vault:payments/stripe#key'),
      refusal('The token of Vault can not be read from HEDDLE_VAULT_TOKEN_FILE (ENOENT)'),
    );
    await writeFile(tokenFile, '\n');
    await assert.rejects(
      read('vault:payments/stripe#key'),
      refusal('The file of HEDDLE_VAULT_TOKEN_FILE contains no token'),
    );
    await writeFile(tokenFile, `${TOKEN}\n`);
    assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
    assert.equal(vault.headers.at(-1)?.['x-vault-namespace'], 'team-a');
    assert.equal(vault.headers.at(-1)?.['x-vault-request'], 'true');
  });

  test('explains what is missing or refused, without a value', async t => {
    const { vault, read } = await setUp(t);
    const cases = {
      'vault:nothing#key': "Vault has no secret 'nothing'",
      'vault:payments/stripe#other': "The secret 'payments/stripe' in Vault has no field 'other'",
      'vault:payments/stripe#empty': "The secret 'payments/stripe' in Vault has no field 'empty'",
      'vault:payments/stripe#list': "The field 'list' of the secret 'payments/stripe' in Vault is no text",
      'vault:payments/stripe#__proto__': "The secret 'payments/stripe' in Vault has no field '__proto__'",
    };
    for (const [reference, message] of Object.entries(cases)) await assert.rejects(read(reference), refusal(message));
    const wrong = reader({ vault: { url: vault.url, token: 'another', mount: 'secret' } });
    await assert.rejects(
      wrong('vault:payments/stripe#key'),
      refusal("Vault does not let Heddle read the secret 'payments/stripe': check the token and its policy"),
    );
    await assert.rejects(
      reader()('vault:payments/stripe#key'),
      refusal("The secret 'payments/stripe' can not be read from Vault: HEDDLE_VAULT_URL is not set"),
    );
  });

  const odd: [title: string, answer: NonNullable<FakeVault['answer']>, message: string, isRetried: boolean][] = [
    [
      'is sealed',
      r => send(r, 503, { errors: ['Vault is sealed'] }),
      'Vault can not answer at the moment (status 503)',
      true,
    ],
    [
      'answers with a page',
      r => r.end('<html>'),
      'Vault does not answer with JSON: is HEDDLE_VAULT_URL the address of Vault?',
      false,
    ],
    ['refuses the request', r => send(r, 400, {}), 'Vault answers with the unexpected status 400', false],
    ['sends too much', r => r.end('x'.repeat(1_100_000)), 'Vault answers with more than 1 MB', false],
    ['hangs up', r => r.destroy(), 'Vault can not be reached (UND_ERR_SOCKET)', true],
    [
      'redirects',
      r => r.writeHead(307, { location: 'http://127.0.0.1:9/v1/x' }).end(),
      'Vault redirects to another address: set HEDDLE_VAULT_URL to that of its active server',
      false,
    ],
  ];
  for (const [title, answer, message, retryable] of odd) {
    test(`that ${title} fails with one sentence`, async t => {
      const { vault, read } = await setUp(t);
      vault.answer = answer;
      await assert.rejects(read('vault:payments/stripe#key'), { name: 'StepError', message, retryable });
    });
  }

  test('that has ended can not be reached', async t => {
    const { vault, read } = await setUp(t);
    await vault.close();
    await assert.rejects(read('vault:a#b'), refusal('Vault can not be reached (ECONNREFUSED)'));
  });

  test('is asked again after a minute, and sees the new value', async t => {
    const { vault, read, pass } = await setUp(t);
    assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
    vault.secrets.set('payments/stripe', { key: 'sk-2' });
    pass(59);
    assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
    pass(1);
    assert.equal(await read('vault:payments/stripe#key'), 'sk-2');
    assert.equal(vault.reads.length, 2);
  });

  test('that is away leaves the value for ten minutes more', async t => {
    const { vault, read, pass } = await setUp(t);
    assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
    vault.answer = r => send(r, 503, {});
    pass(659);
    assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
    pass(1);
    await assert.rejects(read('vault:payments/stripe#key'), { retryable: true });
    vault.answer = undefined;
    assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
  });

  test('that takes a secret away ends its use at once', async t => {
    const { vault, read, pass } = await setUp(t);
    assert.equal(await read('vault:payments/stripe#key'), 'sk-1');
    vault.secrets.clear();
    pass(60);
    await assert.rejects(read('vault:payments/stripe#key'), refusal("Vault has no secret 'payments/stripe'"));
    // It is not remembered either, in case Vault goes away now.
    vault.answer = r => send(r, 503, {});
    await assert.rejects(read('vault:payments/stripe#key'), { retryable: true });
  });

  test('gets one request from all who ask at the same time', async t => {
    const { vault, read } = await setUp(t);
    const values = await Promise.all(Array.from({ length: 50 }, () => read('vault:payments/stripe#key')));
    assert.deepEqual(new Set(values), new Set(['sk-1']));
    assert.equal(vault.reads.length, 1);
  });

  test('that is slow keeps nobody waiting who was cancelled, and answers the others', async t => {
    const { vault } = await setUp(t);
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    vault.answer = async response => {
      asked.resolve();
      await held.promise;
      send(response, 200, { data: { options: { version: '1' }, key: 'sk-1' } });
    };
    const secrets = createExternalSecrets({ variables: {}, vault: { url: vault.url, token: TOKEN, mount: 'secret' } });
    const abort = new AbortController();
    const cancelled = secrets.resolve('vault:payments/stripe#key', abort.signal);
    const other = secrets.resolve('vault:payments/stripe#key', signal);
    await asked.promise;
    abort.abort(new Error('the run was cancelled'));
    await assert.rejects(cancelled, { message: 'the run was cancelled' });
    held.resolve();
    assert.equal(await other, 'sk-1');
    await assert.rejects(secrets.resolve('vault:payments/stripe#key', abort.signal), {
      message: 'the run was cancelled',
    });
  });
});
