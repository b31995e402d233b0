/** Credentials whose secrets are stored elsewhere: in variables, files and Vault. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import type { Credential } from '../../src/credentials/schemas.ts';
import { send, startVault, TOKEN } from '../fixtures/vault.ts';
import { chain, node } from '../support/definitions.ts';
import { findInDump } from '../support/dump.ts';
import { runOnce } from '../support/runs.ts';
import { ADMIN_KEY, testService } from '../support/service.ts';
import { openApiServer } from './credential-servers.ts';
import { memoryLog } from './memory-log.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'heddle-secrets-'));
after(() => rm(folder, { recursive: true }));
await writeFile(path.join(folder, 'shop-key'), 'of-a-secret-file\n');
const vault = await startVault({ kv: 2 });
after(() => vault.close());
vault.secrets.set('payments/shop', { key: 'of-a-secret-vault' });

const written = memoryLog();
const service = await testService(
  {
    HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    HEDDLE_SECRET_SHOP: 'of-the-secret-environment',
    HEDDLE_SECRETS_FOLDER: folder,
    HEDDLE_VAULT_URL: vault.url,
    HEDDLE_VAULT_TOKEN: TOKEN,
  },
  { log: written.log },
);
const api = await openApiServer({ after });
api.answer = (request, response) => void response.end(JSON.stringify(request.headers));
const ann = await service.person();

const PATH = '/api/v1/credential';
const REFERENCES = {
  env: ['env:HEDDLE_SECRET_SHOP', 'of-the-secret-environment'],
  file: ['file:shop-key', 'of-a-secret-file'],
  vault: ['vault:payments/shop#key', 'of-a-secret-vault'],
} as const;

function bearer(token: string, name: string) {
  return {
    name,
    kind: 'bearer',
    hosts: [api.url],
    fields: { token },
    sharing: [{ user_email: ann.email, write: false }],
  };
}

function run(credential: string) {
  const definition = chain(node('call', 'http.request', { url: api.url, credential }));
  return runOnce(service, definition, {}, ann.key);
}

suite('a credential that refers to another store', () => {
  for (const [source, [reference, value]] of Object.entries(REFERENCES)) {
    test(`of the kind ${source} is read when it is sent, and shown nowhere`, async () => {
      const created = await service.ask<Credential>(`${PATH}/create`, bearer(reference, source), ADMIN_KEY);
      assert.deepEqual(created.fields, { token: { set: true, source } });
      const ended = await run(source);
      assert.equal(ended.status, 'success', String(ended.error));
      assert.equal(api.last().headers.authorization, `Bearer ${value}`);
      assert.ok(!JSON.stringify(ended).includes(value));
      const { pool } = service.service.system.background;
      assert.deepEqual(await findInDump(pool, [value, TOKEN]), []);
      assert.ok(!written.text().includes(value));
    });
  }

  test('can only be made by administrators, and must be well-formed', async () => {
    for (const [reference] of Object.values(REFERENCES)) {
      const detail = 'Only administrators may refer to secrets that are stored elsewhere';
      await service.refuse(403, detail, `${PATH}/create`, bearer(reference, 'mine'), ann.key);
    }
    const malformed = {
      'env:HEDDLE_ADMIN_KEY': 'must name a variable that starts with HEDDLE_SECRET_, such as env:HEDDLE_SECRET_STRIPE',
      'file:../keys': 'must name a file without its folder, such as file:stripe-key',
      'vault:payments': 'must name a path and a field, such as vault:payments/stripe#key',
    };
    for (const [reference, problem] of Object.entries(malformed)) {
      const detail = `validation error: fields.token: ${problem}`;
      await service.refuse(422, detail, `${PATH}/create`, bearer(reference, 'odd'), ADMIN_KEY);
    }
  });

  test('that can not be read fails the step with one sentence', async () => {
    await service.ask(`${PATH}/create`, bearer('vault:payments/other#key', 'lost'), ADMIN_KEY);
    const ended = await run('lost');
    assert.equal(ended.status, 'failed');
    assert.match(String(ended.error), /Vault has no secret 'payments\/other'/);
    vault.answer = response => send(response, 503, {});
    await service.ask(`${PATH}/create`, bearer('vault:payments/third#key', 'away'), ADMIN_KEY);
    const away = await run('away');
    vault.answer = undefined;
    assert.match(String(away.error), /Vault can not answer at the moment \(status 503\)/);
  });
});
