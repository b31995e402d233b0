import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { preserveCredentials } from './credentials.ts';

type Params = Record<string, unknown>;

const GOOD = 'https://api.example.org/v1/orders';
const EVIL = 'https://evil.example/v1/orders';

function definition(params: Params, more: object[] = []) {
  return {
    nodes: [...more, { id: 'call', type: 'http.request', params }],
    edges: [{ source: 'base', target: 'call' }],
  };
}

/** Returns the params of the request after an edit, and the credentials that it has lost. */
function edited(before: Params, after: Params): { params: Params | undefined; removed: string[] } {
  const { definition: existing, removed } = preserveCredentials(definition(before), definition(after));
  const [node] = existing.nodes as { params: Params }[];
  return { params: node?.params, removed };
}

suite('credentials', () => {
  const headers = { Authorization: 'Bearer 123', Accept: 'text/plain' };
  const emptied = { ...headers, Authorization: '' };

  test('remain while the host remains', () => {
    for (const url of [
      GOOD,
      'https://API.example.org/other?x=1',
      'https://api.example.org/{{ input.x }}',
      'https://api.example.org:443/x',
    ]) {
      for (const given of [emptied, headers]) {
        const after = edited({ url: GOOD, headers }, { url, headers: given });
        assert.deepEqual(after, { params: { url, headers }, removed: [] }, url);
      }
    }
    const secured = edited({ url: 'http://api.example.org/', headers }, { url: GOOD, headers: emptied });
    assert.deepEqual(secured.removed, []);
  });

  test('are removed when the host changes or may change', () => {
    for (const url of [
      EVIL,
      'http://api.example.org/v1/orders',
      'https://api.example.org:8443/',
      'https://api.example.org.evil.example/',
      'https://api.example.org@evil.example/',
      'https://api.example.org\t.evil.example/',
      'https:\\\\evil.example/',
      'https://api.example.org{{ input.x }}',
      'https://{{ input.host }}/v1',
      '{{ input.url }}',
      "{{ 'https://api.example.org/' }}",
      '{# #}https://api.example.org/',
      7,
    ]) {
      for (const given of [emptied, headers]) {
        const after = edited({ url: GOOD, headers }, { url, headers: given });
        const expected = { params: { url, headers: emptied }, removed: ['call.headers.Authorization'] };
        assert.deepEqual(after, expected, String(url));
      }
    }
  });

  test('in queries and in the URL are removed too, and so is the signature', () => {
    const query = { api_key: 'k-1', keyword: 'shoes', page: 2 };
    const before = { url: `${GOOD}?access_token=t-1&x=2`, query, sign: true };
    const after = edited(before, { url: `${EVIL}?access_token=t-1&x=2`, query, sign: true });
    assert.deepEqual(after, {
      params: { url: `${EVIL}?access_token=&x=2`, query: { ...query, api_key: '' }, sign: false },
      removed: ['call.url.access_token', 'call.query.api_key', 'call.sign'],
    });
    assert.deepEqual(edited(before, { ...before, body: 1 }).removed, []);
    const templates = { url: GOOD, headers: '{{ input.headers }}', query: '{{ input.query }}' };
    assert.deepEqual(edited(templates, { ...templates, url: EVIL }), {
      params: { url: EVIL, headers: {}, query: {} },
      removed: ['call.headers', 'call.query'],
    });
  });

  test('are removed from a request to another host to which they were copied', () => {
    const before = definition({ url: GOOD, query: { token: 't-1' }, headers });
    const [call] = before.nodes;
    const copy = (url: string) => ({
      id: 'copy',
      type: 'http.request',
      params: { url, query: { token: 't-1' }, headers: emptied },
    });
    const elsewhere = preserveCredentials(before, { ...before, nodes: [call, copy(EVIL)] });
    assert.deepEqual(elsewhere.removed, ['copy.query.token']);
    assert.deepEqual(elsewhere.definition.nodes, [
      call,
      { id: 'copy', type: 'http.request', params: { url: EVIL, query: { token: '' }, headers: emptied } },
    ]);
    assert.deepEqual(preserveCredentials(before, { ...before, nodes: [call, copy(GOOD)] }).removed, []);
  });

  test('that the model itself writes for another host are not changed', () => {
    const own = { ...headers, Authorization: 'Bearer of my own' };
    assert.deepEqual(edited({ url: GOOD, headers }, { url: EVIL, headers: own }), {
      params: { url: EVIL, headers: own },
      removed: [],
    });
  });

  test('of a computed host remain only while no earlier step changes', () => {
    const url = '{{ steps.base.output }}/v1';
    const base = (value: string) => ({ id: 'base', type: 'transform', params: { value } });
    const before = definition({ url, headers }, [base('https://api.example.org')]);
    const same = definition({ url, headers: emptied, body: 1 }, [base('https://api.example.org')]);
    assert.deepEqual(preserveCredentials(before, same).removed, []);
    const moved = definition({ url, headers: emptied }, [base('https://evil.example')]);
    assert.deepEqual(preserveCredentials(before, moved).removed, ['call.headers.Authorization']);
  });

  test('are ignored in drafts that are not definitions', () => {
    for (const draft of [null, 7, [], { nodes: 3 }, { nodes: [null, 7, { type: 'http.request' }] }]) {
      assert.deepEqual(preserveCredentials(draft, { nodes: 'none' }).removed, []);
      assert.deepEqual(preserveCredentials(draft, definition({ url: EVIL, headers: emptied })).removed, []);
    }
  });
});
