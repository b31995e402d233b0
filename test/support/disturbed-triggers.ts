/** Workflows whose triggers are called while processes die, beside a service that executes the runs and never dies. */
import { randomUUID } from 'node:crypto';
import type { HeddleDatabase, Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import type { Deployment } from '../../src/workflows/schemas.ts';
import type { TestDatabase } from './database.ts';
import type { Definition } from './definitions.ts';
import { ENVIRONMENT } from './disturbed-runs.ts';
import { done } from './disturbed-storage.ts';
import { call, type Hooks, type Installation, newInstallationOnDatabase } from './process.ts';
import { startSurvivor } from './survivors.ts';

export interface DisturbedTriggers {
  heddle: Installation;
  testDatabase: TestDatabase;
  database: HeddleDatabase;
  /** The address of the service that never dies. */
  url: string;
}

export async function openDisturbedTriggers(hooks: Hooks): Promise<DisturbedTriggers> {
  const { heddle, database: testDatabase } = await newInstallationOnDatabase(hooks);
  const database = openDatabase<Schema>(testDatabase.address, { maxConnections: 4 });
  hooks.after(() => database.close());
  const { url } = await startSurvivor(hooks, heddle, testDatabase, ENVIRONMENT);
  return { heddle, testDatabase, database, url };
}

/** What the service answers to a request that succeeds, by default one of the first administrator. */
export async function succeed<Answer>(at: string, endpoint: string, body: object, key?: string): Promise<Answer> {
  return done(await call(at, endpoint, body, key)) as Answer;
}

export interface Published {
  /** The path of the address of its only trigger. */
  path: string;
  workflowId: string;
  userId: string;
}

/** Publishes a workflow of a new user, whose quota nothing else uses. */
export async function publishForNewUser(
  at: string,
  definition: Definition,
  { isOfOrganization = false } = {},
): Promise<Published> {
  const email = `${randomUUID()}@example.org`;
  const { id: user_id } = await succeed<{ id: string }>(at, '/api/v1/user/create', { email, name: 'Somebody' });
  const newKey = { user_id, name: 'test', scopes: ['*'] };
  const { key } = await succeed<{ key: string }>(at, '/api/v1/key/create', newKey);
  let organization_id: string | null = null;
  if (isOfOrganization) {
    ({ id: organization_id } = await succeed<{ id: string }>(at, '/api/v1/organization/create', { name: email }));
    await succeed(at, '/api/v1/organization/member/set', { organization_id, user_id, write: true });
  }
  const workflow = { name: 'published', definition, organization_id };
  const { id } = await succeed<{ id: string }>(at, '/api/v3/workflow/create', workflow, key);
  const { triggers } = await succeed<Deployment>(at, '/api/v3/workflow/publish', { workflow_id: id }, key);
  return { path: new URL(triggers[0]?.url ?? '').pathname, workflowId: id, userId: user_id };
}
