/** Files under load whose services or database are killed at random. Acknowledged files exist, with their bytes. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Schema } from '../../src/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import {
  type Contents,
  checkContents,
  ENVIRONMENT,
  findBlobFolder,
  newPanel,
  openStorageWorld,
  type Place,
  type StoragePanel,
} from '../support/disturbed-storage.ts';
import { type Installation, inReverse, newInstallation, until } from '../support/process.ts';
import { changeSharedFiles, LoadClient, type LoadOptions } from '../support/storage-load.ts';
import { checkSwept } from '../support/storage-sweeps.ts';

const CLIENTS = 5;
const QUARRELLERS = 3;
const KILLS = 2;
const SERVER_KILLS = 2;
/** Counted in acknowledged changes. */
const BETWEEN_KILLS = { least: 5, most: 40 };

suite('files under load', { concurrency: 2 }, () => {
  test('survive services that are killed at random', async t => {
    const world = await openStorageWorld(inReverse(t));
    const { heddle, database } = world;
    const panel = await newPanel(world.url, { ofOrganization: true });
    // These services also remove the leftovers of dead processes.
    const serve = () => heddle.serve({ environment: ENVIRONMENT });
    const services = [await serve(), await serve()];
    let urls = () => services.map(({ url }) => url);
    const clients = await load({ panel, database, urls: () => urls(), excuses: [] }, KILLS, async () => {
      const index = randomInt(services.length);
      await services[index]?.process.end('SIGKILL');
      services[index] = await serve();
    });
    for (const { process } of services) assert.equal((await process.end('SIGTERM')).code, 0);
    urls = () => [world.url];
    await check(world, panel, clients);
  });

  test('survive a PostgreSQL that is killed at random', async t => {
    const ends = inReverse(t);
    const heddle = await newInstallation(ends, ENVIRONMENT);
    const [{ url }, other] = [await heddle.serve(), await heddle.serve()];
    const database = openDatabase<Schema>(await embeddedAddress(heddle), { maxConnections: 4 });
    ends.after(() => database.close());
    const panel = await newPanel(url);
    const urls = () => [url, other.url];
    const clients = await load({ panel, database, urls, excuses: [503] }, SERVER_KILLS, async () => {
      await heddle.killServer();
      for (const each of urls()) await until(async () => (await fetch(`${each}/ready`)).status === 200, 'it is ready');
    });
    await check({ url, database, blobFolder: findBlobFolder(heddle) }, panel, clients);
  });
});

/** Runs the load until it was disturbed often enough, and a while longer. */
async function load(options: LoadOptions, times: number, disturb: () => Promise<void>): Promise<LoadClient[]> {
  const clients = Array.from({ length: CLIENTS }, (_, index) => new LoadClient(`client${index}`, options));
  const moreAcknowledged = async () => {
    const enough = countAcknowledged(clients) + randomInt(BETWEEN_KILLS.least, BETWEEN_KILLS.most);
    await until(() => countAcknowledged(clients) >= enough || isOver, 'more is acknowledged');
  };
  let isOver = false;
  const disturbing = async () => {
    for (let count = 0; count < times && !isOver; count++) {
      await moreAcknowledged();
      await disturb();
    }
    await moreAcknowledged();
  };
  const all = [
    disturbing(),
    ...clients.map(client => client.work(() => isOver)),
    ...Array.from({ length: QUARRELLERS }, () => changeSharedFiles(options, () => isOver)),
  ];
  // The load ends with the disturbances, or with the first client that fails.
  await Promise.race(all).finally(() => {
    isOver = true;
  });
  await Promise.all(all);
  return clients;
}

async function check(place: Place, panel: StoragePanel, clients: LoadClient[]): Promise<void> {
  const expected: Contents = {};
  for (const client of clients) Object.assign(expected, await client.contents());
  const found = await checkContents(place, panel);
  const ofClients = Object.entries(found).filter(([path]) => !path.startsWith('shared/'));
  assert.deepEqual(Object.fromEntries(ofClients.toSorted()), Object.fromEntries(Object.entries(expected).toSorted()));
  await checkSwept(place);
  assert.deepEqual(await checkContents(place, panel), found);
}

function countAcknowledged(clients: LoadClient[]): number {
  return clients.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
}

async function embeddedAddress(heddle: Installation) {
  const client = await heddle.connect();
  const { host, port, user = '', database = '', password } = client;
  await client.end();
  return { host, port, user, database, password: String(password) };
}
