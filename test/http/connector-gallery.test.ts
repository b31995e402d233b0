/** Each entry of the gallery against a stub of its vendor, which checks the key and answers in pages. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { GalleryEntry } from '../../src/connectors/gallery/entry.ts';
import { readGallery } from '../../src/connectors/gallery/gallery.ts';
import type { Gallery, Preview } from '../../src/connectors/schemas.ts';
import { type Answer, json, openPlaces } from '../support/outside-places.ts';
import { readStepOutput } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { ConnectorTests, LOOPBACK } from './connector-documents.ts';
import { type GalleryStub, galleryStubs, SECRET, stubDocument } from './connector-gallery-stubs.ts';

const service = await testService(LOOPBACK);
const open = await openPlaces();
const connectors = new ConnectorTests(service);
const ann = await service.person();

const gallery = readGallery();

const FIRST = [{ id: '1' }, { id: '2' }];
const SECOND = [{ id: '3' }];

/** Answers like the vendor: 401 without the key, and the page that the param names. */
function answerLike(stub: GalleryStub, origin: string): Answer {
  const [header, value] = stub.auth;
  return (request, response) => {
    if (request.headers[header] !== value) return void json({ error: 'unauthorized' }, 401)(request, response);
    const url = new URL(request.path, origin);
    const here = new URL(url.pathname, origin);
    const asked = stub.next ? url.searchParams.get(stub.next[0]) : null;
    const isSecond = stub.next !== null && asked === stub.next[1];
    // Whoever counts pages or items asks once more.
    const isBehind = asked !== null && !isSecond && Number(asked) > 2;
    const items = isBehind ? [] : isSecond ? SECOND : FIRST;
    const link = stub.link && !isSecond && !isBehind ? `<${here}?${stub.next?.join('=')}>; rel="next"` : undefined;
    const isLast = isSecond || isBehind || stub.next === null;
    response.writeHead(200, { 'content-type': 'application/json', ...(link && { link }) });
    response.end(JSON.stringify(stub.reply(items, isLast, here)));
  };
}

/** The credential as somebody makes it from the entry. What must be connected in a browser is tried with a token. */
async function createCredential({ slug, credential }: GalleryEntry, origin: string): Promise<string> {
  const secrets: Record<string, object> = {
    bearer: { token: SECRET },
    header: { value: SECRET },
    basic: { username: 'ann', password: SECRET },
    oauth2_code: { client_id: 'client', client_secret: SECRET },
  };
  const body = { ...credential, hint: undefined, name: slug, hosts: [...credential.hosts, origin] };
  const fields = { ...credential.fields, ...secrets[credential.kind] };
  const made = await service.ask<{ id: string }>('/api/v1/credential/create', { ...body, fields }, ann.key);
  if (credential.kind !== 'oauth2_code') return made.id;
  const token = { name: `${slug} token`, kind: 'bearer', hosts: [origin], fields: secrets.bearer };
  return (await service.ask<{ id: string }>('/api/v1/credential/create', token, ann.key)).id;
}

suite('the gallery', () => {
  test('lists and finds its entries', async () => {
    const find = (text?: string) => service.ask<Gallery>('/api/v1/connector/gallery', { text }, ann.key);
    const { items } = await find();
    assert.deepEqual(
      items.map(({ slug }) => slug),
      gallery.toSorted((a, b) => a.title.localeCompare(b.title, 'en')).map(({ slug }) => slug),
    );
    assert.ok(items.length >= 24);
    const found = await find('STRIPE payments');
    assert.deepEqual(
      found.items.map(({ slug, base_url, auth, credential }) => [slug, base_url, auth, credential.hosts]),
      [['stripe', 'https://api.stripe.com', ['bearer'], ['api.stripe.com', 'files.stripe.com']]],
    );
    assert.deepEqual((await find('no such thing')).items, []);
  });

  test('has complete entries, each with a stub', () => {
    assert.deepEqual(Object.keys(galleryStubs).toSorted(), gallery.map(({ slug }) => slug).toSorted());
    for (const { slug, description, documentUrl, docsUrl, baseUrl, credential, categories } of gallery) {
      assert.match(slug, /^[a-z][a-z0-9-]{1,31}$/);
      assert.match(description, /^[A-Z].*\.$/);
      for (const url of [documentUrl, docsUrl, ...(baseUrl === null ? [] : [baseUrl])]) {
        assert.equal(new URL(url).protocol, 'https:', slug);
      }
      assert.ok(credential.hint !== '' && credential.hosts.length > 0 && categories.length > 0, slug);
      // The key may go to where the calls go.
      if (baseUrl !== null) assert.ok(credential.hosts.includes(new URL(baseUrl).hostname), slug);
    }
  });

  for (const entry of gallery) {
    const stub = galleryStubs[entry.slug];
    assert.ok(stub, entry.slug);

    test(`${entry.slug} is connected, takes its key and reads all pages`, async () => {
      const place = open((request, response) => answerLike(stub, new URL(place.url).origin)(request, response));
      const credential_id = await createCredential(entry, new URL(place.url).origin);
      const document = JSON.stringify(stubDocument(stub));
      const made = await connectors.create(ann, {
        gallery: entry.slug,
        document,
        base_url: place.url,
        credential_id,
        enable: { names: [stub.tool] },
        rate: null,
      });
      assert.deepEqual(
        [made.title, made.gallery, made.pagination],
        [entry.title, entry.slug, entry.pagination ?? null],
      );
      const inPath = [...stub.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, 'x']);
      const page = stub.query.includes('page') || stub.next?.[0] === 'page' ? 'pages' : 'page';
      const params = { ...Object.fromEntries(inPath), ...stub.params, ...(stub.next && { [page]: { all: true } }) };
      const run = await connectors.run(ann, `${made.name}_${stub.tool}`, params);
      assert.equal(run.status, 'success', JSON.stringify(run));
      const output = readStepOutput(run, 'call');
      if (!stub.next) assert.deepEqual(output, stub.reply(FIRST, true, new URL(place.url)));
      else
        assert.deepEqual(
          (output as { id: string }[]).map(({ id }) => id),
          ['1', '2', '3'],
          JSON.stringify(place.seen),
        );
      assert.ok(place.seen.length >= (stub.next ? 2 : 1));
    });
  }

  test('asks for the base URL where everybody has their own', async () => {
    for (const entry of gallery.filter(({ baseUrl }) => baseUrl === null)) {
      const stub = galleryStubs[entry.slug];
      assert.ok(stub);
      const source = { gallery: entry.slug, document: JSON.stringify(stubDocument(stub)) };
      const preview = await service.ask<Preview>('/api/v1/connector/preview', source, ann.key);
      assert.equal(preview.base_url, null, entry.slug);
    }
  });
});
