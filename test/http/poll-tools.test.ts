/** The tools that polls read with: feeds, mailboxes, databases; and what they must not reach. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { openDatabasePort } from './database-port.ts';
import { openSource } from './polled.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const ann = await service.person();
const bob = await service.person();
const SECRET = 'correct horse battery';

const run = (tool: string, params: Record<string, unknown>, who: Person = ann): Promise<Run> =>
  runOnce(service, chain(node('call', 'tool.call', { tool, params })), {}, who.key);
const output = async (tool: string, params: Record<string, unknown>) =>
  readStepOutput(await run(tool, params), 'call') as Record<string, unknown>;
async function failure(tool: string, params: Record<string, unknown>, who: Person = ann) {
  const { status, error } = await run(tool, params, who);
  assert.equal(status, 'failed');
  return error.replace(/^Step 'call' failed: /, '');
}

async function credential(hosts: string[], fields: Record<string, string>): Promise<string> {
  const name = `account_${randomUUID().replaceAll('-', '')}`;
  await service.ask('/api/v1/credential/create', { name, kind: 'basic', hosts, fields }, ann.key);
  return name;
}

suite('feed_read', () => {
  const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://example.org</link>
    <item><guid>1</guid><title>One &amp; only</title><pubDate>Mon, 16 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`;
  const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>urn:1</id><title>One</title>
    <link href="https://example.org/1"/><updated>2026-11-16T10:00:00Z</updated></entry></feed>`;

  test('reads feeds of several formats', async () => {
    const source = await openSource({ after });
    source.answer = (response: ServerResponse) => response.end(RSS);
    const rss = await output('feed_read', { url: source.url });
    assert.partialDeepStrictEqual(rss, {
      format: 'rss',
      title: 'News',
      items: [{ id: '1', title: 'One & only', published: '2026-11-16T10:00:00.000Z' }],
    });
    const atom = await output('feed_read', { text: ATOM });
    assert.partialDeepStrictEqual(atom, { format: 'atom', items: [{ id: 'urn:1', url: 'https://example.org/1' }] });
    const json = { version: 'https://jsonfeed.org/version/1.1', title: 'J', items: [{ id: 'a', content_text: 'x' }] };
    const read = await output('feed_read', { text: JSON.stringify(json) });
    assert.partialDeepStrictEqual(read, { format: 'json', items: [{ id: 'a', content: 'x' }] });
  });

  test('survives hostile ones', async () => {
    const laughs = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${RSS}`;
    assert.equal(await failure('feed_read', { text: laughs }), 'The feed declares entities, which are not read');
    assert.equal(
      await failure('feed_read', { text: 'hello' }),
      'This is no feed: neither RSS, Atom, RDF nor JSON Feed',
    );
    const source = await openSource({ after });
    source.answer = (response: ServerResponse) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 20, 'x')));
      };
      response.on('drain', write);
      write();
    };
    assert.match(await failure('feed_read', { url: source.url }), /20971520|20 MB|larger|more than/);
  });
});

suite('addresses and credentials', () => {
  test('that are not allowed are not reached', async () => {
    const name = await credential(['http://10.0.0.1:5432', 'imap.example.org:993'], {
      username: 'a',
      password: SECRET,
    });
    const pg = { host: '10.0.0.1', port: 5432, database: 'a', credential: name, query: 'SELECT 1', tls: false };
    assert.equal(await failure('postgres_query', pg), "The address of '10.0.0.1' is not public");
    const mail = { host: '169.254.169.254', credential: name };
    assert.equal(await failure('mail_read', mail), "The address of '169.254.169.254' is not public");
    const s3 = { bucket: 'abc', endpoint: 'http://192.168.0.1', credential: name };
    assert.equal(await failure('s3_list', s3), "The address of '192.168.0.1' is not public");
    assert.equal(await failure('http_get_json', { url: 'http://[::1]/' }), "The address of '[::1]' is not public");
  });

  test('go only where a credential allows, and only for those who may use it', async () => {
    const name = await credential(['http://127.0.0.1:1'], { username: 'a', password: SECRET });
    const pg = { host: '127.0.0.1', port: 2, database: 'a', credential: name, query: 'SELECT 1', tls: false };
    assert.equal(await failure('postgres_query', pg), `The credential '${name}' may not be sent to '127.0.0.1:2'`);
    const encrypted = { ...pg, port: 1, tls: true };
    assert.equal(
      await failure('postgres_query', encrypted),
      `The credential '${name}' may not be sent to '127.0.0.1:1'`,
    );
    const { body } = await service.call(
      '/api/v3/workflow/run',
      { workflow_id: await draft(pg, bob), input: {} },
      bob.key,
    );
    assert.match(JSON.stringify(body), new RegExp(`credential '${name}' does not exist or may not be used`));
  });

  async function draft(params: Record<string, unknown>, who: Person): Promise<string> {
    const definition = chain(node('call', 'tool.call', { tool: 'postgres_query', params }));
    const created = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'x', definition }, who.key);
    return created.id;
  }
});

/** Speaks as much IMAP as a mailbox with some messages needs. */
async function openMailServer(messages: { uid: number; text: string }[], uidvalidity = 7) {
  const seen: string[] = [];
  const reply = (socket: Socket, line: string) => {
    const [tag = '', command = '', ...rest] = line.split(' ');
    seen.push(line);
    const send = (...lines: string[]) => socket.write(lines.map(each => `${each}\r\n`).join(''));
    const ok = () => send(`${tag} OK done`);
    if (command === 'CAPABILITY') send('* CAPABILITY IMAP4rev1');
    if (command === 'LOGIN' && !line.includes(SECRET)) {
      return send(`${tag} NO [AUTHENTICATIONFAILED] wrong ${rest.join(' ')}`);
    }
    if (command === 'LIST') send('* LIST (\\HasNoChildren) "/" "INBOX"');
    if (/^(SELECT|EXAMINE)$/.test(command)) {
      send(`* ${messages.length} EXISTS`, '* FLAGS (\\Seen)', `* OK [UIDVALIDITY ${uidvalidity}] valid`);
      send(`* OK [UIDNEXT ${(messages.at(-1)?.uid ?? 0) + 1}] next`);
    }
    if (line.includes('UID SEARCH')) {
      const from = /UID (\d+):\*/.exec(rest.join(' '))?.[1];
      const found = from === undefined ? messages : messages.filter(({ uid }) => uid >= Number(from));
      send(`* SEARCH ${(found.length > 0 ? found : messages.slice(-1)).map(({ uid }) => uid).join(' ')}`);
    }
    if (line.includes('UID FETCH')) {
      const position = messages.findIndex(({ uid }) => uid === Number(rest[1]));
      const { uid, text = '' } = messages[position] ?? {};
      const head = `* ${position + 1} FETCH (UID ${uid} FLAGS () RFC822.SIZE ${text.length} BODY[]<0> {${text.length}}`;
      send(head);
      socket.write(`${text})\r\n`);
    }
    return ok();
  };
  const server = createServer(socket => {
    socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', chunk => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) reply(socket, line);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { port: (server.address() as AddressInfo).port, seen };
}

const mail = (subject: string) =>
  `Message-ID: <${subject}@example.org>\r\nFrom: Bob <bob@example.org>\r\nSubject: ${subject}\r\n\r\nHello\r\n`;

suite('mail_read', () => {
  test('reads messages after its cursor, and changes nothing', async () => {
    const messages = [3, 5, 9].map(uid => ({ uid, text: mail(`m${uid}`) }));
    const server = await openMailServer(messages);
    const name = await credential([`http://127.0.0.1:${server.port}`], { username: 'ann', password: SECRET });
    const params = { host: '127.0.0.1', port: server.port, security: 'none', credential: name };
    const first = await output('mail_read', params);
    assert.partialDeepStrictEqual(first, {
      items: [
        { uid: 3 },
        { uid: 5, subject: 'm5', from: { name: 'Bob', address: 'bob@example.org' }, text: 'Hello\n' },
        {},
      ],
      cursor: { uidvalidity: '7', uid: 9 },
      has_more: false,
    });
    const later = await output('mail_read', { ...params, cursor: { uidvalidity: '7', uid: 3 }, limit: 1 });
    assert.partialDeepStrictEqual(later, { items: [{ uid: 5 }], cursor: { uid: 5 }, has_more: true });
    const last = await output('mail_read', { ...params, cursor: { uidvalidity: '7', uid: 9 } });
    assert.deepEqual(last, { items: [], cursor: { uidvalidity: '7', uid: 9 }, has_more: false });
    assert.ok(server.seen.some(line => line.includes('EXAMINE')) && !server.seen.some(line => line.includes('SELECT')));
  });

  test('never tells the password', async () => {
    const server = await openMailServer([]);
    const wrong = 'a password that is wrong';
    const name = await credential([`http://127.0.0.1:${server.port}`], { username: 'ann', password: wrong });
    const params = { host: '127.0.0.1', port: server.port, security: 'none', credential: name };
    const error = await failure('mail_read', params);
    assert.equal(error, "The mail server '127.0.0.1' did not accept the user name and the password");
  });
});

test('postgres_query reads rows, and can not change anything', async () => {
  const { user, password, database } = service.database.address;
  const port = await openDatabasePort(service.database.address);
  const name = await credential([`http://127.0.0.1:${port}`], { username: user, password });
  const params = { host: '127.0.0.1', port, database, credential: name, tls: false };
  const query = 'SELECT n, n * $1::integer AS twice FROM generate_series(1, 5) AS n';
  assert.deepEqual(await output('postgres_query', { ...params, query, params: [2], limit: 2 }), {
    rows: [
      { n: 1, twice: 2 },
      { n: 2, twice: 4 },
    ],
    count: 2,
    columns: ['n', 'twice'],
    has_more: true,
  });
  assert.partialDeepStrictEqual(await output('postgres_query', { ...params, query: 'SELECT now() AS at' }), {
    count: 1,
    has_more: false,
  });
  const failing = (text: string, more: object = {}) => failure('postgres_query', { ...params, query: text, ...more });
  assert.match(await failing('CREATE TABLE x ()'), /read-only transaction/);
  assert.match(await failing('SELECT 1; SELECT 2'), /multiple commands/);
  assert.match(await failing('SELECT pg_sleep(9)', { timeout_seconds: 1 }), /statement timeout/);
  assert.match(await failing("SELECT repeat('x', 30000000)"), /more than 10 MB/);
});
