import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { coversHosts, isHostAllowed, normalizeHosts } from './hosts.ts';

const allows = (host: string, url: string) => isHostAllowed(normalizeHosts([host]), new URL(url));

suite('the list of hosts', () => {
  test('is stored in one way of writing', () => {
    const entries = [
      'API.Example.ORG',
      'api.example.org.',
      'https://api.example.org/',
      'api.example.org:443',
      '*.Example.org',
      'bücher.example',
      'api.example.org:8443',
      'http://LOCALHOST:3000',
      'http://127.1',
      '[::1]:8080',
      '10.0.0.1',
    ];
    assert.deepEqual(normalizeHosts(entries), [
      'api.example.org',
      '*.example.org',
      'xn--bcher-kva.example',
      'api.example.org:8443',
      'http://localhost:3000',
      'http://127.0.0.1',
      '[::1]:8080',
      '10.0.0.1',
    ]);
  });

  for (const entry of [
    '',
    ' ',
    '*',
    'a b',
    'example.org/path',
    'example.org?x',
    'example.org#x',
    'user@example.org',
    'user:password@example.org',
    'a.*.example.org',
    '**.example.org',
    '*.*.example.org',
    'exam*.org',
    '%2a.example.org',
    'example..org',
    '.example.org',
    'ftp://example.org',
    'example.org:99999',
    'example.org:x',
    'example.org\\@evil.example',
    'example.org\nevil.example',
  ]) {
    test(`refuses ${JSON.stringify(entry)}`, () => {
      assert.throws(() => normalizeHosts([entry]), { message: `'${entry.trim()}' is not a host` });
    });
  }

  for (const entry of ['*.com', '*.co.uk', '*.com.au', '*.github.io', '*.eu-central-1.amazonaws.com', '*.localhost']) {
    test(`refuses ${entry}, below which others have hosts`, () => {
      const message = `'${entry}' would include hosts of other owners: name more of the host`;
      assert.throws(() => normalizeHosts([entry]), { message });
    });
  }

  test('refuses names below an address', () => {
    assert.throws(() => normalizeHosts(['*.1.2.3']), { message: "'*.1.2.3': an address has no names below it" });
  });

  for (const entry of ['http://api.example.org', 'http://8.8.8.8', 'http://*.corp.internal', 'http://172.32.0.1']) {
    test(`refuses ${entry} without encryption`, () => {
      const message = `'${entry}': credentials are sent only over https, except to local and private hosts`;
      assert.throws(() => normalizeHosts([entry]), { message });
    });
  }
});

suite('a URL', () => {
  const cases: [host: string, url: string, allowed: boolean][] = [
    ['api.example.org', 'https://api.example.org/a?b', true],
    ['api.example.org', 'https://API.EXAMPLE.ORG./', true],
    ['api.example.org', 'https://api.example.org:443/', true],
    ['api.example.org', 'https://api.example.org:8443/', false],
    ['api.example.org', 'http://api.example.org/', false],
    ['api.example.org', 'http://api.example.org:443/', false],
    ['api.example.org', 'https://api.example.org.evil.example/', false],
    ['api.example.org', 'https://evil.example/api.example.org', false],
    ['api.example.org', 'https://api.example.org@evil.example/', false],
    ['api.example.org', 'https://xapi.example.org/', false],
    ['api.example.org', 'https://a.api.example.org/', false],
    ['api.example.org', 'https://аpi.example.org/', false],
    ['*.example.org', 'https://a.example.org/', true],
    ['*.example.org', 'https://a.b.example.org/', true],
    ['*.example.org', 'https://example.org/', false],
    ['*.example.org', 'https://evilexample.org/', false],
    ['*.example.org', 'https://a.example.org.evil.example/', false],
    ['*.example.org:8443', 'https://a.example.org/', false],
    ['api.example.org:8443', 'https://api.example.org:8443/', true],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
    ['http://localhost:3000', 'http://localhost:3000/', true],
    ['http://localhost:3000', 'https://localhost:3000/', false],
    ['http://localhost', 'http://localhost:3000/', false],
    ['127.0.0.1', 'https://0x7f.1/', true],
    ['[::1]', 'https://[0:0::1]/', true],
  ];
  for (const [host, url, allowed] of cases) {
    test(`${url} is ${allowed ? '' : 'not '}allowed by ${host}`, () => assert.equal(allows(host, url), allowed));
  }
});

test('a list that allows no more than another is covered by it', () => {
  const covered = (allowed: string[], wanted: string[]) => coversHosts(normalizeHosts(allowed), normalizeHosts(wanted));
  assert.equal(covered(['*.example.org'], ['a.example.org', '*.b.example.org']), true);
  assert.equal(covered(['a.example.org', 'b.example.org'], ['b.example.org']), true);
  assert.equal(covered(['a.example.org'], ['*.example.org']), false);
  assert.equal(covered(['*.a.example.org'], ['*.example.org']), false);
  assert.equal(covered(['*.example.org'], ['example.org']), false);
  assert.equal(covered(['a.example.org'], ['a.example.org:8443']), false);
  assert.equal(covered(['localhost'], ['http://localhost']), false);
});
