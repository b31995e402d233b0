/** Links to the files of a panel: which of them are valid, and for how long. */
import assert from 'node:assert/strict';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { suite } from 'node:test';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';
import { changePanel, makePanel, type PanelUser, type StoredFile, setFolders } from './booster-panels.ts';

const service = await testService();
const owner = await service.person();
const { query: db } = service.service.system.database;
const MINUTE_MS = 60_000;
const LINKS = '/api/v3/booster/storage/file';
const NOT_FOUND = [404, { detail: 'file not found' }];

async function follow(link: string | null | undefined, headers: RequestInit['headers'] = {}): Promise<unknown[]> {
  const { status, body } = await service.send(new URL(String(link)).pathname, { method: 'GET', headers });
  return [status, body];
}

/** Repeats `act` until it starts and ends within the same minute of the clock. */
async function withinOneMinute<Result>(act: () => Promise<Result>): Promise<Result> {
  const currentMinute = () => Math.floor(Date.now() / MINUTE_MS);
  for (;;) {
    const before = currentMinute();
    const result = await act();
    if (currentMinute() === before) return result;
  }
}

/** Signs a link as the service would, but with any grant. */
async function signLink(panel: PanelUser, id: string, granted: string): Promise<string> {
  const { link_secret_sealed } = await db
    .selectFrom('panels')
    .select('link_secret_sealed')
    .where('id', '=', panel.id)
    .executeTakeFirstOrThrow();
  const secret = service.service.system.sealer.open(link_secret_sealed, `panels/${panel.id}/links`);
  const signature = createHmac('sha256', secret).update(`${id}/${granted}`).digest('base64url');
  return `${service.url}${LINKS}/${id}/${granted}-${signature}`;
}

suite('a link', async () => {
  const panel = await makePanel(service, owner);
  const file = await panel.upload({ path: 'docs/a.txt' }, { content: 'secret' });
  const other = await panel.upload({ path: 'docs/b.txt' }, { content: 'other' });
  const url = String(file.url);
  const [grant = ''] = url.split('/').slice(-1);
  const [end = '', flag = '', ...rest] = grant.split('-');
  const signature = rest.join('-');
  const toLink = (id: string, grant: string) => `${service.url}${LINKS}/${id}/${grant}`;

  test('is an absolute address that needs no headers', async () => {
    assert.ok(url.startsWith(`${service.url}${LINKS}/`));
    for (const headers of [{}, { 'uni-api-key': 'of nobody' }, { 'panel-id': 'x' }]) {
      assert.deepEqual(await follow(url, headers), [200, 'secret']);
    }
    assert.equal(toLink(file.id, `${end}-${flag}-${signature}`), url);
  });

  test('with any one character changed is refused', COMPLETE_ONLY, async () => {
    const path = url.slice(`${service.url}${LINKS}/`.length);
    for (let index = 0; index < path.length; index++) {
      const character = path.charAt(index);
      for (const replacement of character === '0' ? ['1', 'A'] : ['0', '-']) {
        if (character === replacement) continue;
        const changed = path.slice(0, index) + replacement + path.slice(index + 1);
        const reply = await service.send(`${LINKS}/${changed}`, { method: 'GET' });
        assert.equal(reply.status, 404, changed);
      }
    }
  });

  test('with other letters, length or form is refused, and all refusals are identical', async () => {
    const later = String(Number(end) + 60);
    const grants = [
      `${later}-${flag}-${signature}`,
      `${end}-d-${signature}`,
      `${end}-v-${signature}A`,
      `${end}-v-${signature.slice(0, -1)}`,
      `${end}-v-${signature.toUpperCase()}`,
      `${end}-v-`,
      `0${end}-v-${signature}`,
      `+${end}-v-${signature}`,
      `0-v-${signature}`,
      `${end}-V-${signature}`,
      `${end}--${signature}`,
      `${end}-v-${signature}=`,
      `${end}-v-${'x'.repeat(3000)}`,
      `${end}-v-%00`,
      'x',
      '%F0%9F%8E%89',
      String(other.url).split('/').at(-1) ?? '',
    ];
    for (const changed of grants) assert.deepEqual(await follow(toLink(file.id, changed)), NOT_FOUND, changed);
    for (const id of [other.id, randomUUID(), 'x', file.id.toUpperCase(), `urn:uuid:${file.id}`, `${file.id}%00`]) {
      assert.deepEqual(await follow(toLink(id, grant)), NOT_FOUND, id);
    }
    const elsewhere = await makePanel(service, owner);
    assert.deepEqual(await follow(await signLink(elsewhere, file.id, `${end}-v`)), NOT_FOUND, 'of another panel');
  });

  test('is refused as soon as it has expired', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const expired = [403, { detail: 'the link has expired' }];
    for (const granted of [`${seconds}-v`, `${seconds - 3600}-d`, '1-v', '00-v']) {
      assert.deepEqual(await follow(await signLink(panel, file.id, granted)), expired, granted);
    }
    assert.deepEqual(await follow(await signLink(panel, file.id, `${seconds + 3600}-v`)), [200, 'secret']);
    for (const granted of ['-5-v', '1e99-v', `${'9'.repeat(13)}-v`, '1.5-v', `${seconds + 30}-x`, ` ${seconds}-v`]) {
      assert.deepEqual(await follow(await signLink(panel, file.id, granted)), NOT_FOUND, granted);
    }
    assert.deepEqual(await follow(await signLink(panel, file.id, '0-v')), NOT_FOUND, 'no public links here');
  });

  test('is cached no longer than it is valid', async () => {
    for (const life of [60, 3600]) {
      const now = Date.now();
      const link = await signLink(panel, file.id, `${Math.floor(now / 1000) + life}-v`);
      const reply = await fetch(link);
      const [, seconds] = /^private, max-age=(\d+)$/.exec(reply.headers.get('cache-control') ?? '') ?? [];
      assert.ok(Number(seconds) <= life, `${seconds} of ${life}`);
      const unchanged = await fetch(link, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } });
      assert.match(unchanged.headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
    }
    for (const granted of ['1-v', `${Math.floor(Date.now() / 1000) + 60}-d`]) {
      const refusal = await fetch(`${await signLink(panel, file.id, granted)}x`);
      assert.doesNotMatch(refusal.headers.get('cache-control') ?? '', /max-age=[1-9]|public/);
    }
  });

  test('is the same within a minute, whichever endpoint returns it', async () => {
    const links = await withinOneMinute(async () => {
      const place = { folder: 'docs', params: { filters: [['name', '==', 'a.txt']] } };
      const listed = await panel.ask<{ files: StoredFile[] }>('list', place);
      const [made] = await panel.ask<{ url: string }[]>('url', { ids: [file.id] });
      const { url } = await panel.ask('get', { id: file.id });
      return [listed.files[0]?.url, made?.url, url, (await panel.ask('update', { id: file.id })).url];
    });
    assert.equal(new Set(links).size, 1, links.join(' '));
  });

  test('to download has a signature that covers the download', async () => {
    const png = Uint8Array.from(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'));
    const image = await panel.upload({ path: 'docs/a.png' }, { content: png, type: 'image/png' });
    const download = String(image.download_url);
    assert.match((await fetch(download)).headers.get('content-disposition') ?? '', /^attachment;/);
    assert.match((await fetch(String(image.url))).headers.get('content-disposition') ?? '', /^inline;/);
    assert.deepEqual(await follow(download.replace('-d-', '-v-')), NOT_FOUND);
    assert.deepEqual(await follow(download.replace('-d-', '-')), NOT_FOUND);
    const decorated = await fetch(`${download}?download=0&disposition=inline`);
    assert.match(decorated.headers.get('content-disposition') ?? '', /^attachment;/);
  });
});

suite('a link stops working', () => {
  const createLinks = async (folders: Record<string, object> = {}) => {
    const panel = await makePanel(service, owner, folders);
    const file = await panel.upload({ path: 'docs/a.txt' }, { content: 'x' });
    const links = [file.url, file.download_url].map(String);
    for (const link of links) assert.deepEqual(await follow(link), [200, 'x']);
    const etag = (await fetch(String(file.url))).headers.get('etag') ?? '';
    const checkRefused = async () => {
      for (const link of links) {
        for (const headers of [{}, { 'if-none-match': etag }, { 'if-none-match': '*' }, { range: 'bytes=0-0' }]) {
          assert.deepEqual(await follow(link, headers), NOT_FOUND);
        }
        assert.equal((await fetch(link, { method: 'HEAD' })).status, 404);
      }
    };
    const checkWorking = async () => {
      for (const link of links) assert.deepEqual(await follow(link), [200, 'x']);
    };
    return { panel, file, checkRefused, checkWorking };
  };

  const kinds: Record<string, object>[] = [{}, { docs: { public_links: true } }];
  for (const folders of kinds) {
    suite(Object.keys(folders).length > 0 ? 'if it is public,' : 'if it expires,', () => {
      test('when its file is deleted, even if its path is used again', async () => {
        const { panel, file, checkRefused } = await createLinks(folders);
        await panel.ask('delete', { id: file.id });
        await checkRefused();
        await panel.upload({ path: 'docs/a.txt' }, { content: 'x' });
        await checkRefused();
      });

      test('when its panel is deleted', async () => {
        const { panel, checkRefused } = await createLinks(folders);
        await service.ask(`/api/v1/panel/delete?entity_id=${panel.id}`, {}, owner.key);
        await checkRefused();
      });

      test('while its panel is disabled', async () => {
        const { panel, checkRefused, checkWorking } = await createLinks(folders);
        await changePanel(panel, { enabled: false });
        await checkRefused();
        await changePanel(panel, { enabled: true });
        await checkWorking();
      });

      test('while its folder allows nobody to read', async () => {
        const { panel, checkRefused, checkWorking } = await createLinks(folders);
        await setFolders(panel, { docs: { read: 'none', public_links: true } });
        await checkRefused();
        await setFolders(panel, { docs: { public_links: true } });
        await checkWorking();
      });
    });
  }
});

suite('public links', () => {
  const open = { open: { public_links: true } };

  test('never expire, and caches may store them but must revalidate', async () => {
    const panel = await makePanel(service, owner, open);
    const file = await panel.upload({ path: 'open/a.txt' }, { content: 'public' });
    const [made] = await panel.ask<{ url: string; expires_at: null }[]>('url', { ids: [file.id] });
    assert.deepEqual([made?.expires_at, made?.url], [null, file.url]);
    assert.equal((await panel.ask('get', { id: file.id })).url, file.url);
    const reply = await fetch(String(file.url));
    assert.equal(reply.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
    assert.equal(await reply.text(), 'public');
  });

  test('stop working when their folder no longer allows them, but links with an expiry continue to work', async () => {
    const panel = await makePanel(service, owner, open);
    const file = await panel.upload({ path: 'open/a.txt' }, { content: 'public' });
    const [ending] = await panel.ask<{ url: string; expires_at: number }[]>('url', { ids: [file.id], ttl_minutes: 5 });
    assert.ok(ending && ending.expires_at > Date.now());
    const without = { public_links: false };
    const closed: Record<string, object>[] = [{ open: without }, { open: {} }, {}, { '*': without }];
    for (const folders of closed) {
      await setFolders(panel, folders);
      assert.deepEqual(await follow(file.url), NOT_FOUND, JSON.stringify(folders));
      assert.deepEqual(await follow(ending.url), [200, 'public']);
      const fresh = await panel.ask('get', { id: file.id });
      assert.notEqual(fresh.url, file.url);
      assert.deepEqual(await follow(fresh.url), [200, 'public']);
    }
    await setFolders(panel, { '*': { public_links: true } });
    assert.deepEqual(await follow(file.url), [200, 'public'], 'the settings of * are those of other folders');
    await setFolders(panel, { '*': { public_links: true }, open: {} });
    assert.deepEqual(await follow(file.url), NOT_FOUND, 'not of those that have their own');
  });

  test('of a file that leaves the folder stop working until it returns', async () => {
    const panel = await makePanel(service, owner, open);
    const file = await panel.upload({ path: 'open/a.txt' }, { content: 'public' });
    await panel.ask('update', { id: file.id, path: 'closed/a.txt' });
    assert.deepEqual(await follow(file.url), NOT_FOUND);
    await panel.ask('update', { id: file.id, path: 'open/b.txt' });
    assert.deepEqual(await follow(file.url), [200, 'public']);
  });
});

suite('new contents', () => {
  test('are returned by existing links to the file', async () => {
    const panel = await makePanel(service, owner);
    const file = await panel.upload({ path: 'docs/a.txt' }, { content: 'old contents' });
    const old = (await fetch(String(file.url))).headers.get('etag') ?? '';
    const overwritten = await panel.upload({ path: 'docs/a.txt', overwrite: 'true' }, { content: 'new' });
    assert.equal(overwritten.id, file.id);
    for (const link of [file.url, overwritten.url]) {
      const reply = await fetch(String(link), { headers: { 'if-none-match': old } });
      assert.deepEqual([reply.status, await reply.text()], [200, 'new']);
      assert.equal(reply.headers.get('etag'), `"${createHash('sha256').update('new').digest('hex')}"`);
      const part = await fetch(String(link), { headers: { range: 'bytes=0-1', 'if-range': old } });
      assert.deepEqual([part.status, await part.text()], [200, 'new'], 'no part of one behind a part of the other');
    }
  });
});
