import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import { parseMcpServers } from './mcp-servers.ts';

suite('the setting of MCP servers', () => {
  const text = JSON.stringify({
    files: { command: 'node', args: ['server.js'], env: { A: 'b' }, timeout_seconds: 5 },
    crm: { type: 'http', url: 'https://crm.example/mcp', headers: { Authorization: 'Bearer abc' } },
  });
  const servers = [
    { kind: 'stdio', name: 'files', timeoutSeconds: 5, command: 'node', args: ['server.js'], env: { A: 'b' } },
    {
      kind: 'http',
      name: 'crm',
      timeoutSeconds: 60,
      url: 'https://crm.example/mcp',
      headers: { Authorization: 'Bearer abc' },
    },
  ];

  test('is JSON or the path of a file', t => {
    const folder = mkdtempSync(path.join(tmpdir(), 'heddle-mcp-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'servers.json');
    writeFileSync(file, text);
    assert.deepEqual(parseMcpServers(text), servers);
    assert.deepEqual(parseMcpServers(file), servers);
    assert.deepEqual(parseMcpServers(' {} '), []);
    assert.throws(() => parseMcpServers(path.join(folder, 'none.json')), /none\.json' can not be read: ENOENT$/);
  });

  const one = (entry: unknown) => JSON.stringify({ crm: entry });
  for (const [value, message] of [
    ['{', 'a JSON object by server name; it is not valid JSON'],
    [one(1), "an object in which 'crm' is an object"],
    [one({}), "an object in which 'crm' is an object with 'command' or 'url'"],
    [one({ command: 'x', url: 'http://x' }), "an object in which 'crm.url' is left out beside 'command'"],
    [one({ command: ' ' }), "an object in which 'crm.command' is a text"],
    [one({ command: 'x', args: 's3cret' }), "an object in which 'crm.args' is a list of texts"],
    [one({ command: 'x', args: ['s3cret', 1] }), "an object in which 'crm.args' is a list of texts"],
    [one({ command: 'x', env: { KEY: 1 } }), "an object in which 'crm.env.KEY' is a text"],
    [one({ command: 'x', env: 's3cret' }), "an object in which 'crm.env' is an object of texts"],
    [one({ url: 'ftp://s3cret' }), "an object in which 'crm.url' is a URL with http:// or https://"],
    [
      one({ url: 'http://me:s3cret@x' }),
      "an object in which 'crm.url' is a URL without a password, which belongs in 'headers'",
    ],
    [one({ url: 'http://x', headers: { 'a b': 's3cret' } }), /'crm.headers' is names and values that HTTP allows$/],
    [one({ url: 'http://x', headers: { a: 's3cret\n' + 'b' } }), /'crm.headers' is names and values that HTTP allows$/],
    [one({ url: 'http://x', args: [] }), /'crm.args' is left out: the fields are type, url, headers, timeout_seconds$/],
    [one({ url: 'http://x', type: 'stdio' }), "an object in which 'crm.type' is http or streamable-http"],
    [one({ url: 'http://x', timeout_seconds: 601 }), /'crm.timeout_seconds' is a number above 0 and up to 600$/],
    [one({ url: 'http://x', timeout_seconds: 0 }), /'crm.timeout_seconds' is a number above 0 and up to 600$/],
    ['{"Crm": {}}', /names have 1 to 31 lower-case letters, digits and '_' and begin with a letter, not 'Crm'$/],
    [
      '{"crm_eu": {"url": "http://x"}, "crm": {"url": "http://x"}}',
      "an object in which 'crm_eu' does not begin with the name of another server and '_'",
    ],
    [
      JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`s${index}`, { command: 'x' }]))),
      'an object of at most 50 servers',
    ],
  ] as const) {
    test(`can not be ${value.slice(0, 80)}`, () => {
      assert.throws(
        () => parseMcpServers(value),
        (error: Error) => {
          assert.doesNotMatch(error.message, /s3cret/);
          if (typeof message === 'string') assert.equal(error.message, message);
          else assert.match(error.message, message);
          return true;
        },
      );
    });
  }
});
