/**
 * Kills the service under load with `kill -9` again and again. It gets ready each time with everything it acknowledged.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { call, newInstallation } from '../support/process.ts';

const KILLS = 4;
const CLIENTS = 4;
/** Counted in acknowledged users, however long the machine takes for them. */
const BETWEEN_KILLS = { least: 2, most: 40 };

test('kill -9 of the service under load loses nothing that was acknowledged', async t => {
  const heddle = await newInstallation(t, { HEDDLE_RATE_LIMITS: 'off', HEDDLE_LOG_LEVEL: 'silent' });
  const sent = new Set<string>();
  const acknowledged = new Set<string>();
  let enough = { at: 0, reached: Promise.withResolvers<void>() };

  /** Creates users one after the other on one connection, until the service dies. */
  const createUsers = async (url: string, client: string) => {
    for (let count = 0; ; count++) {
      const email = `${client}-${count}@example.org`;
      sent.add(email);
      const reply = await call(url, '/api/v1/user/create', { email, name: 'User' }).catch(() => undefined);
      if (!reply) return;
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      acknowledged.add(email);
      if (acknowledged.size >= enough.at) enough.reached.resolve();
    }
  };

  for (let kill = 0; kill <= KILLS; kill++) {
    const { process: service, url } = await heddle.serve();
    const { body } = await call(url, '/api/v1/user/find', { filters: [['email', 'regex', '@example\\.org$']] });
    const found = new Set<string>(Object(body).map((user: { email: string }) => user.email));
    // A user that was requested but not acknowledged may exist, because only the answer may have been lost.
    assert.deepEqual([...acknowledged.difference(found)], [], 'acknowledged, but not there');
    assert.deepEqual([...found.difference(sent)], [], 'there, but never sent');
    assert.equal((await fetch(`${url}/ready`)).status, 200);
    if (kill === KILLS) {
      assert.ok(acknowledged.size > KILLS, `only ${acknowledged.size} were acknowledged`);
      assert.equal((await service.end('SIGTERM')).code, 0);
      break;
    }
    const { least, most } = BETWEEN_KILLS;
    enough = { at: acknowledged.size + randomInt(least, most), reached: Promise.withResolvers() };
    const load = Promise.all(Array.from({ length: CLIENTS }, (_, client) => createUsers(url, `${kill}-${client}`)));
    await Promise.race([enough.reached.promise, load]);
    await service.end('SIGKILL');
    await load;
    // Every third time PostgreSQL is killed as well, as when the machine stops.
    if (kill % 3 === 2) await heddle.killServer();
  }
  assert.deepEqual(await heddle.serverPids(), []);
});
