/** The floor: plain Fastify with a route that does nothing and one that makes one durable INSERT. */
import fastify from 'fastify';
import { openDatabase } from '../../src/platform/postgres/database.ts';

const database = openDatabase(JSON.parse(process.env.BENCH_POSTGRES ?? ''), { maxConnections: 10 });
await database.pool.query(
  'CREATE TABLE IF NOT EXISTS bench_floor (id bigint GENERATED ALWAYS AS IDENTITY, body jsonb)',
);

const server = fastify();
server.post('/nothing', async () => ({ accepted: true }));
server.post('/insert', async request => {
  await database.pool.query('INSERT INTO bench_floor (body) VALUES ($1)', [JSON.stringify(request.body)]);
  return { accepted: true };
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
