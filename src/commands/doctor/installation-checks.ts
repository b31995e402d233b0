/** The checks of `heddle doctor` on the installation of this machine. Each stands alone: one that fails stops no other. */
import { randomBytes } from 'node:crypto';
import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openTarget } from '../../composition/databases.ts';
import { keyFileOf, openBlobs } from '../../composition/platform.ts';
import { VERSION } from '../../composition/version.ts';
import { type Config, readConfig } from '../../configuration/config.ts';
import { newBlobKey } from '../../platform/blobs/blobs.ts';
import { errorCode } from '../../platform/error-details.ts';
import { createLogger } from '../../platform/logging/log.ts';
import { createMailer } from '../../platform/mail/mail.ts';
import { openPool, type Pool } from '../../platform/postgres/pool.ts';
import { findKeyFile } from '../../platform/sealing/key-file.ts';
import { bytes } from '../print.ts';
import { hasServer } from '../require-installation.ts';
import { check, type Finding } from './finding.ts';

const MIGRATIONS = path.join(import.meta.dirname, '..', '..', '..', 'migrations');
const LEAST_POSTGRES = 150_000;
/** Leases and deadlines are compared across machines. */
const MOST_CLOCK_MS = 2_000;
const LEAST_FREE_BYTES = 1_000_000_000;
const MAIL_MS = 15_000;

export async function checkInstallation(): Promise<Finding[]> {
  const versions = await check('versions', '', async () => `Heddle ${VERSION}, Node ${process.versions.node}`);
  const read: { config?: Config } = {};
  const settings = await check('settings', "see 'heddle config'", async () => {
    read.config = readConfig(process.env);
    return 'all are valid';
  });
  const { config } = read;
  if (!config) return [versions, settings];
  const folder = await check('data folder', 'see HEDDLE_DATA', () => checkFolder(config));
  if (!folder.ok) return [versions, settings, folder];
  return [
    ...[versions, settings, folder],
    await check('disk', 'make room, or move the data folder (HEDDLE_DATA)', () => checkDisk(config)),
    ...(await checkDatabase(config)),
    await check('storage', 'see HEDDLE_S3_*, or the rights on the data folder', () => checkStorage(config)),
    await check('mail', 'see HEDDLE_SMTP_URL and HEDDLE_MAIL_FROM', () => checkMail(config)),
  ];
}

async function checkFolder({ service: { dataFolder } }: Config): Promise<string> {
  const found = await stat(dataFolder).catch(error => {
    if (errorCode(error) === 'ENOENT') throw new Error(`${dataFolder} does not exist: 'heddle serve' makes it`);
    throw error;
  });
  if (!found.isDirectory()) throw new Error(`${dataFolder} is no folder`);
  await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  return `${dataFolder} can be written`;
}

async function checkDisk({ service: { dataFolder } }: Config): Promise<string> {
  const { bavail, bsize, blocks } = await statfs(dataFolder);
  const free = bavail * bsize;
  const text = `${bytes(free)} of ${bytes(blocks * bsize)} are free`;
  if (free < LEAST_FREE_BYTES) throw new Error(`only ${text}`);
  return text;
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.database.url === undefined && !(await hasServer(config.service.dataFolder))) {
    return [await check('database', '', async () => 'the first start makes it (embedded)')];
  }
  await using opened = new AsyncDisposableStack();
  const where = config.database.url === undefined ? 'embedded' : 'HEDDLE_DATABASE_URL';
  const advice = config.database.url === undefined ? 'see the log in the data folder' : 'see HEDDLE_DATABASE_URL';
  const database: { pool?: Pool } = {};
  const version = await check('database', advice, async () => {
    const pool = openPool(await openTarget(config, createLogger('warn', 2), opened), { maxConnections: 1 });
    opened.defer(() => pool.end());
    const found = await readVersion(pool);
    await pool.requireWritable();
    database.pool = pool;
    return `${found} (${where})`;
  });
  const { pool } = database;
  if (!pool) return [version, await check('keys', '', () => checkKeys(config, undefined))];
  return [
    version,
    await check('migrations', "run 'heddle migrate'; a database that is newer needs the newer Heddle", () =>
      checkMigrations(pool),
    ),
    await check('clock', 'let both machines set their clocks by NTP', () => checkClock(pool)),
    await check('keys', 'restore the key file from your copy (HEDDLE_KEYS), and let only its owner read it', () =>
      checkKeys(config, pool),
    ),
  ];
}

async function readVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ number: number; text: string }>(
    `SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS text`,
  );
  const [row] = rows;
  if (!row || row.number < LEAST_POSTGRES) throw new Error(`PostgreSQL ${row?.text} is too old: 15 is needed`);
  return `PostgreSQL ${row.text}`;
}

async function checkMigrations(pool: Pool): Promise<string> {
  const latest = (await readdir(MIGRATIONS)).filter(name => name.endsWith('.sql')).length;
  const { rows: found } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  if (!found[0]?.exists) return 'the first start prepares the database';
  const { rows } = await pool.query<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM migrations');
  const version = rows[0]?.version ?? 0;
  if (version !== latest) throw new Error(`the database is at version ${version}, this Heddle at ${latest}`);
  return `the database is up to date (version ${version})`;
}

/** The answer is taken to be from the middle of the request. */
async function checkClock(pool: Pool): Promise<string> {
  const before = Date.now();
  const { rows } = await pool.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
  );
  const differenceMs = Math.round((rows[0]?.now ?? 0) - (before + Date.now()) / 2);
  const text = `differs from that of the database by ${Math.abs(differenceMs)} ms`;
  if (Math.abs(differenceMs) > MOST_CLOCK_MS) throw new Error(text);
  return text;
}

async function checkKeys(config: Config, pool: Pool | undefined): Promise<string> {
  const file = keyFileOf(config);
  const keys = await findKeyFile(file);
  const recorded = pool ? await readRecordedKeys(pool) : [];
  const missing = recorded.filter(id => !keys?.some(key => key.id === id));
  if (missing.length > 0) throw new Error(`${file} ${keys ? `lacks ${missing.join(', ')}` : 'is missing'}`);
  return keys ? `${file}: ${keys.length} of them, readable by the owner only` : `the first start makes ${file}`;
}

async function readRecordedKeys(pool: Pool): Promise<string[]> {
  const { rows: found } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('encryption_keys') IS NOT NULL AS exists`,
  );
  if (!found[0]?.exists) return [];
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM encryption_keys');
  return rows.map(({ id }) => id);
}

/** Writes, reads and deletes a small blob. */
async function checkStorage(config: Config): Promise<string> {
  const blobs = await openBlobs(config);
  try {
    const [key, content] = [newBlobKey(), randomBytes(64)];
    await blobs.put(
      key,
      (async function* () {
        yield content;
      })(),
      { limitBytes: content.length },
    );
    const { stream } = await blobs.get(key);
    const isSame = (await buffer(stream)).equals(content);
    await blobs.delete(key);
    if (!isSame) throw new Error('what was read is not what was written');
    return config.s3.bucket === undefined ? 'files are on disk' : `files are in the bucket ${config.s3.bucket}`;
  } finally {
    await blobs.close();
  }
}

async function checkMail({ mail, service }: Config): Promise<string> {
  const outboxFolder = path.join(service.dataFolder, 'outbox');
  if (mail.smtpUrl === undefined) return `no server is set (HEDDLE_SMTP_URL): mail is written to ${outboxFolder}`;
  const mailer = createMailer({ from: mail.from, outboxFolder, smtpUrl: mail.smtpUrl });
  try {
    await mailer.check(AbortSignal.timeout(MAIL_MS));
    return 'the server accepts the connection';
  } finally {
    await mailer.close();
  }
}
