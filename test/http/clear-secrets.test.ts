/** Secrets that earlier versions have stored in clear are sealed when a process starts, and go on to work. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Panel } from '../../src/booster/panel-schemas.ts';
import { sealClearSecrets } from '../../src/composition/clear-secrets.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { findInDump } from '../support/dump.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';
import { COMPLETE_ONLY } from '../support/tiers.ts';
import { makePanel, RECORDS } from './booster-panels.ts';
import { LOOPBACK } from './booster-webhooks.ts';
import { TestListener } from './console-workflows.ts';
import { echo, findHookPath } from './webhook-calls.ts';

const service = await testService(LOOPBACK);
const { background, sealer } = service.service.system;
const { pool } = background;
const ann = await service.person();
const openPlace = await openPlaces();

/** Everything that has a secret, as its users see it. */
async function setUp() {
  const place = openPlace(json({}));
  const hook = await createWorkflow(service, echo, ann.key);
  const published = await service.ask<Deployment>('/api/v3/workflow/publish', { workflow_id: hook }, ann.key);
  const signed = chain(node('call', 'http.request', { url: place.url, method: 'POST', body: 'text', sign: true }));
  const signing = await createWorkflow(service, signed, ann.key);
  const { signing_secret } = await service.ask<Deployment>(
    '/api/v3/workflow/deployment',
    { workflow_id: signing },
    ann.key,
  );
  const draft = await createWorkflow(service, echo, ann.key);
  const listener = new TestListener(service, ann.key, { workflow_id: draft, node_id: 'hook' });
  const draftPath = await listener.path();
  await listener.disconnect();
  const user = await makePanel(service, ann);
  const events = ['record.created'];
  const panel = await service.ask<Panel>(
    '/api/v1/panel/update',
    {
      id: user.id,
      webhooks: [
        { url: place.url, events },
        { url: `${place.url}/2`, events },
      ],
    },
    ann.key,
  );
  const file = await user.upload({ path: 'docs/a.txt' }, { content: 'content' });
  return {
    place,
    hook,
    hookPath: findHookPath(published),
    signing,
    signing_secret,
    draft,
    draftPath,
    user,
    panel,
    file,
  };
}

let made: Awaited<ReturnType<typeof setUp>>;
let secrets: string[];

before(async () => {
  made = await setUp();
  const linkSecret = await readLinkSecret(made.panel.id);
  secrets = [
    made.hookPath.split('/').at(-1) ?? '',
    made.draftPath.split('/').at(-1) ?? '',
    made.signing_secret,
    linkSecret,
    ...made.panel.webhooks.map(({ secret }) => secret.replace('whsec_', '')),
  ];
});

async function readLinkSecret(panelId: string): Promise<string> {
  const { rows } = await pool.query('SELECT link_secret_sealed FROM panels WHERE id = $1', [panelId]);
  return sealer.open(rows[0].link_secret_sealed, `panels/${panelId}/links`);
}

/** Brings the database into the state in which an earlier version left it. */
async function storeInClear(): Promise<void> {
  const { hookPath, draftPath, signing, signing_secret, panel } = made;
  for (const [table, path] of [
    ['workflow_triggers', hookPath],
    ['webhook_addresses', draftPath],
  ] as const) {
    const [id, secret] = path.split('/').slice(-2);
    await pool.query(`UPDATE ${table} SET secret = $2, secret_hash = NULL, secret_sealed = NULL WHERE id = $1`, [
      id,
      secret,
    ]);
  }
  await pool.query('UPDATE workflows SET signing_secret = $2, signing_secret_sealed = NULL WHERE id = $1', [
    signing,
    signing_secret,
  ]);
  await pool.query(
    `UPDATE panels SET link_secret = $2, link_secret_sealed = NULL, webhooks = $3, webhook_secrets_sealed = NULL
     WHERE id = $1`,
    [panel.id, await readLinkSecret(panel.id), JSON.stringify(panel.webhooks)],
  );
}

async function requireAllToWork(): Promise<void> {
  const { place, hook, hookPath, signing, signing_secret, draft, draftPath, user, panel, file } = made;
  assert.equal((await service.send(hookPath, { body: '{}' })).status, 200);
  assert.equal((await service.send(`${hookPath.slice(0, -3)}abc`, { body: '{}' })).status, 404);
  const deployment = await service.ask<Deployment>('/api/v3/workflow/deployment', { workflow_id: hook }, ann.key);
  assert.equal(findHookPath(deployment), hookPath);

  const listener = new TestListener(service, ann.key, { workflow_id: draft, node_id: 'hook' });
  assert.equal(await listener.path(), draftPath);
  assert.equal((await service.send(draftPath, { body: '{}' })).status, 200);
  await listener.disconnect();

  const seenBefore = place.seen.length;
  await service.ask('/api/v3/workflow/run', { workflow_id: signing }, ann.key);
  const signature = createHmac('sha256', signing_secret).update('text').digest('hex');
  assert.equal(place.seen.at(-1)?.headers['x-service-signature'], `sha256=${signature}`);

  const read = await service.ask<{ panel: Panel }>('/api/v1/panel/open', { panel_id: panel.id }, ann.key);
  assert.deepEqual(read.panel.webhooks, panel.webhooks);
  await user.ask('create', { collection: 'things', data: {} }, RECORDS);
  await place.came(seenBefore + 3);
  for (const { url, secret } of panel.webhooks) {
    const { pathname } = new URL(url);
    const delivered = place.seen
      .slice(seenBefore)
      .find(({ path, headers }) => path === pathname && 'webhook-id' in headers);
    assert.ok(delivered, `nothing was delivered to ${pathname}`);
    new Webhook(secret).verify(delivered.body, delivered.headers as Record<string, string>);
  }
  const link = String(file.url).slice(service.url.length);
  assert.equal((await service.send(link, { method: 'GET' })).status, 200);
}

suite('secrets', () => {
  test('of new things are nowhere in clear', async () => {
    await requireAllToWork();
    assert.deepEqual(await findInDump(pool, secrets), []);
    // The search finds what there is.
    assert.ok((await findInDump(pool, [ann.email])).includes('users'));
  });

  test('that are in clear are sealed by the next process that starts, and everything works as before', async () => {
    await storeInClear();
    assert.deepEqual(await findInDump(pool, secrets), [
      'panels',
      'webhook_addresses',
      'workflow_triggers',
      'workflows',
    ]);
    const next = await serviceOn(service.database);
    await next.stopService();
    assert.deepEqual(await findInDump(pool, secrets), []);
    await requireAllToWork();
  });

  test('are sealed once when several processes start at the same time', async () => {
    await storeInClear();
    const counts = await Promise.all([1, 2, 3].map(() => sealClearSecrets(background, sealer)));
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      4,
    );
    assert.deepEqual(await findInDump(pool, secrets), []);
    await requireAllToWork();
    assert.equal(await sealClearSecrets(background, sealer), 0);
  });

  test('of panels of which only a part is in clear lose nothing', async () => {
    const { panel } = made;
    const link = await readLinkSecret(panel.id);
    await pool.query('UPDATE panels SET link_secret = $2, link_secret_sealed = NULL WHERE id = $1', [panel.id, link]);
    assert.equal(await sealClearSecrets(background, sealer), 1);
    await pool.query('UPDATE panels SET webhooks = $2, webhook_secrets_sealed = NULL WHERE id = $1', [
      panel.id,
      JSON.stringify(panel.webhooks),
    ]);
    assert.equal(await sealClearSecrets(background, sealer), 1);
    assert.equal(await readLinkSecret(panel.id), link);
    await requireAllToWork();
  });

  test('in more than one batch are all sealed', COMPLETE_ONLY, async () => {
    await pool.query(
      `INSERT INTO workflow_triggers (id, workflow_id, node_id, type, params, secret)
       SELECT gen_random_uuid(), $1, 'copy' || n, 'trigger.webhook', '{}', 'clear-secret-' || n
       FROM generate_series(1, 1200) AS n`,
      [made.draft],
    );
    assert.equal(await sealClearSecrets(background, sealer), 1200);
    assert.deepEqual(await findInDump(pool, ['clear-secret-']), []);
    await pool.query('DELETE FROM workflow_triggers WHERE workflow_id = $1', [made.draft]);
  });
});
