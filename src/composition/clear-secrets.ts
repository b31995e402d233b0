/**
 * Seals the secrets that earlier versions have stored in clear, before a process serves or works. It takes them in
 * batches, each in its own transaction, so that a process that is killed in the middle loses nothing, and the next one
 * continues. Processes that start at once take turns.
 */

import type { Webhook } from '../booster/panel-schemas.ts';
import { sealLinkSecret, sealWebhooks } from '../booster/panel-secrets.ts';
import type { HeddleDatabase } from '../database.ts';
import type { Connection } from '../platform/postgres/connection.ts';
import { toStorableJson } from '../platform/postgres/storable-text.ts';
import type { Sealer } from '../platform/sealing/sealing.ts';
import { sealSigningSecret } from '../workflows/signing.ts';
import { webhookSecretColumns } from '../workflows/webhook-addresses.ts';

const BATCH = 500;
const CONVERSION_LOCK = 0x4845_4453; // 'HEDS'

interface Conversion<Row> {
  /** Selects some rows with secrets in clear; `$1` is the most. */
  select: string;
  /** Must change the row only if it is as it was read, because a process of an earlier version may still run. */
  update: string;
  toValues(sealer: Sealer, row: Row): unknown[];
}

interface ClearWebhook {
  id: string;
  secret: string;
}

const triggers = webhooksOf('workflow_triggers');
const addresses = webhooksOf('webhook_addresses');

function webhooksOf(table: string): Conversion<ClearWebhook> {
  return {
    select: `SELECT id, secret FROM ${table} WHERE secret IS NOT NULL LIMIT $1`,
    update: `UPDATE ${table} SET secret = NULL, secret_hash = $3, secret_sealed = $4 WHERE id = $1 AND secret = $2`,
    toValues(sealer, { id, secret }) {
      const { secret_hash, secret_sealed } = webhookSecretColumns(sealer, id, secret);
      return [id, secret, secret_hash, secret_sealed];
    },
  };
}

const signing: Conversion<{ id: string; signing_secret: string }> = {
  select: 'SELECT id, signing_secret FROM workflows WHERE signing_secret IS NOT NULL LIMIT $1',
  update: `UPDATE workflows SET signing_secret = NULL, signing_secret_sealed = $3 WHERE id = $1 AND signing_secret = $2`,
  toValues: (sealer, { id, signing_secret }) => [id, signing_secret, sealSigningSecret(sealer, id, signing_secret)],
};

interface ClearPanel {
  id: string;
  link_secret: string | null;
  link_secret_sealed: Buffer | null;
  webhooks: Webhook[];
  webhook_secrets_sealed: Buffer | null;
}

const panels: Conversion<ClearPanel> = {
  select: `SELECT id, link_secret, link_secret_sealed, webhooks, webhook_secrets_sealed FROM panels
    WHERE link_secret IS NOT NULL OR webhook_secrets_sealed IS NULL AND webhooks <> '[]' LIMIT $1`,
  update: `UPDATE panels SET link_secret = NULL, link_secret_sealed = $4, webhooks = $5, webhook_secrets_sealed = $6
    WHERE id = $1 AND link_secret IS NOT DISTINCT FROM $2 AND webhooks = $3`,
  toValues(sealer, { id, link_secret, link_secret_sealed, webhooks, webhook_secrets_sealed }) {
    const links = link_secret === null ? link_secret_sealed : sealLinkSecret(sealer, id, link_secret);
    const now = toStorableJson(webhooks);
    if (webhook_secrets_sealed !== null) return [id, link_secret, now, links, now, webhook_secrets_sealed];
    const sealed = sealWebhooks(sealer, id, webhooks);
    return [id, link_secret, now, links, sealed.webhooks, sealed.webhook_secrets_sealed];
  },
};

/** Returns the number of rows that were changed. */
export async function sealClearSecrets({ pool }: HeddleDatabase, sealer: Sealer): Promise<number> {
  // Each of these is a look at an index that is empty but for the first start after an upgrade.
  const { rows } = await pool.query<Record<'triggers' | 'addresses' | 'signing' | 'panels', boolean>>(`
    SELECT EXISTS (${triggers.select.replace('$1', '1')}) AS triggers,
      EXISTS (${addresses.select.replace('$1', '1')}) AS addresses,
      EXISTS (${signing.select.replace('$1', '1')}) AS signing,
      EXISTS (${panels.select.replace('$1', '1')}) AS panels`);
  const left = rows[0];
  if (!left) return 0;
  const connection = await pool.connect();
  let isDone = false;
  try {
    let count = 0;
    if (left.triggers) count += await convert(connection, sealer, triggers);
    if (left.addresses) count += await convert(connection, sealer, addresses);
    if (left.signing) count += await convert(connection, sealer, signing);
    if (left.panels) count += await convert(connection, sealer, panels);
    isDone = true;
    return count;
  } finally {
    connection.release(!isDone);
  }
}

async function convert<Row extends object>(
  connection: Connection,
  sealer: Sealer,
  { select, update, toValues }: Conversion<Row>,
): Promise<number> {
  for (let count = 0; ; ) {
    await connection.query('BEGIN');
    await connection.query('SELECT pg_advisory_xact_lock($1)', [CONVERSION_LOCK]);
    const { rows } = await connection.query<Row & Record<string, unknown>>(select, [BATCH]);
    for (const row of rows) await connection.query(update, toValues(sealer, row));
    await connection.query('COMMIT');
    count += rows.length;
    if (rows.length < BATCH) return count;
  }
}
