import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hostOf, isHostAllowed, literalHost } from './credential-hosts.ts';

suite('hosts of credentials', () => {
  test('are taken out of whatever is pasted', () => {
    assert.equal(hostOf(' https://API.example.org/v1/orders?x=1 '), 'api.example.org');
    assert.equal(hostOf('http://localhost:3000/a'), 'http://localhost:3000');
    assert.equal(hostOf('https://ann:word@example.org/'), 'example.org');
    assert.equal(hostOf('*.example.org'), '*.example.org');
    assert.equal(hostOf('  '), '');
  });

  test('of a URL are known unless a template decides', () => {
    assert.equal(literalHost('https://api.example.org/{{ input.id }}'), 'api.example.org');
    assert.equal(literalHost('http://LOCALHOST:3000'), 'localhost:3000');
    for (const url of ['https://{{ input.host }}/a', '{{ input.url }}', 'api.example.org', '', undefined]) {
      assert.equal(literalHost(url), undefined);
    }
  });

  test('allow themselves, and a star the names below', () => {
    assert.equal(isHostAllowed(['api.example.org'], 'api.example.org'), true);
    assert.equal(isHostAllowed(['api.example.org'], 'api.example.org.evil.net'), false);
    assert.equal(isHostAllowed(['*.example.org'], 'a.b.example.org'), true);
    assert.equal(isHostAllowed(['*.example.org'], 'example.org'), false);
    assert.equal(isHostAllowed(['*.example.org'], 'evilexample.org'), false);
    assert.equal(isHostAllowed(['http://localhost:3000'], 'localhost:3000'), true);
    assert.equal(isHostAllowed(['example.org:8443'], 'example.org'), false);
    assert.equal(isHostAllowed([], 'example.org'), false);
  });
});
