import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import fastify from 'fastify';
import { createConsole } from '../../src/console/console.ts';
import { readSourceStamp, STAMP_FILE } from '../../src/console/freshness.ts';
import { registerConsole } from '../../src/console/pages.ts';
import { serviceOn, testService } from '../support/service.ts';

const service = await testService();
const get = (url: string, headers: Record<string, string> = {}) => fetch(service.url + url, { headers });

const PAGES = [
  '/',
  '/workflows',
  '/workflows/some-id',
  '/runs',
  '/runs/some-id',
  '/failures',
  '/approvals',
  '/approvals/some-id',
  '/panels',
  '/panels/some-id/files',
  '/chat',
  '/chat/some-id',
  '/assistants',
  '/assistants/some-id',
  '/credentials',
  '/credentials/new',
  '/credentials/some-id',
  '/variables',
  '/connectors',
  '/connectors/new',
  '/connectors/some-id',
  '/connectors/mcp/some-id',
  '/notifications',
  '/administration',
  '/administration/users',
  '/settings/profile',
  '/sign-in',
  '/welcome',
];

suite('the pages of the console', () => {
  for (const page of PAGES) {
    test(`${page} is the console, under a strict policy`, async () => {
      const response = await get(page);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(response.headers.get('cache-control'), 'no-cache');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(response.headers.get('referrer-policy'), 'same-origin');
      assert.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin');
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      assert.equal(
        policy,
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
          "media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src blob:; " +
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
      const text = await response.text();
      assert.ok(text.includes(`nonce="${nonce}"`));
      assert.ok(!text.includes('__NONCE__'));
      assert.doesNotMatch(text, /<script(?![^>]*src=)/, 'no script is in the page itself');
    });
  }

  test('get another nonce each time', async () => {
    const policies = await Promise.all(
      [get('/'), get('/')].map(async each => (await each).headers.get('content-security-policy')),
    );
    assert.notEqual(policies[0], policies[1]);
  });

  for (const [headers, language] of [
    [{}, 'en'],
    [{ 'accept-language': 'de-AT,en;q=0.5' }, 'de'],
    [{ 'accept-language': 'de', cookie: 'heddle-language=en' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'other=1; heddle-language=de' }, 'de'],
  ] as const) {
    test(`are in the language ${language} with ${JSON.stringify(headers)}`, async () => {
      const response = await get('/sign-in', headers);
      assert.equal(response.headers.get('vary'), 'accept-language, cookie');
      assert.match(await response.text(), new RegExp(`<html lang="${language}">`));
    });
  }

  test('may post files to the bucket when they are stored there and direct upload is on', async () => {
    const s3 = {
      HEDDLE_S3_ENDPOINT: 'https://s3.example.org:9000',
      HEDDLE_S3_REGION: 'eu-central-1',
      HEDDLE_S3_BUCKET: 'heddle',
      HEDDLE_S3_ACCESS_KEY_ID: 'key',
      HEDDLE_S3_SECRET_ACCESS_KEY: 'secret',
    };
    for (const [settings, expected] of [
      [{ HEDDLE_S3_PATH_STYLE: 'on' }, "connect-src 'self' https://s3.example.org:9000;"],
      [{ HEDDLE_S3_PATH_STYLE: 'off' }, "connect-src 'self' https://heddle.s3.example.org:9000;"],
      [{ HEDDLE_DIRECT_UPLOAD: 'off' }, "connect-src 'self';"],
    ] as const) {
      const other = await serviceOn(service.database, { ...s3, ...settings });
      try {
        const policy = (await fetch(`${other.url}/panels`)).headers.get('content-security-policy') ?? '';
        assert.ok(policy.includes(expected), policy);
        assert.ok(policy.includes("img-src 'self' data: blob:; media-src 'self' blob:;"), policy);
      } finally {
        await other.stopService();
      }
    }
  });

  for (const unknown of [
    '/workflow',
    '/unknown',
    '/assets',
    '/assets/unknown.js',
    '/assets/../package.json',
    '/sign-in/other',
  ]) {
    test(`${unknown} is not one of them`, async () => {
      const response = await get(unknown);
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { detail: 'not found' });
    });
  }

  test('are only read', async () => {
    const { status, headers } = await service.send('/workflows');
    assert.equal(status, 405);
    assert.equal(headers.get('allow'), 'GET, HEAD');
  });

  test('do not exist when the console is off', async () => {
    const off = await serviceOn(service.database, { HEDDLE_CONSOLE: 'off' });
    try {
      assert.equal((await fetch(`${off.url}/workflows`)).status, 404);
    } finally {
      await off.stopService();
    }
  });
});

suite('the files of the console', () => {
  test('are compressed as the browser accepts, and cached for a year', async () => {
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await get('/')).text())?.[1] ?? '';
    const texts = new Set<string>();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await get(script, { 'accept-encoding': accepted });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(response.headers.get('content-encoding'), encoding);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(response.headers.get('vary'), 'accept-encoding');
      texts.add(await response.text());
    }
    assert.equal(texts.size, 1);
  });

  test('include the icon', async () => {
    const response = await get('/favicon.svg');
    assert.equal(response.headers.get('content-type'), 'image/svg+xml');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
  });
});

suite('a console whose build is old or missing', () => {
  /** Makes a project with the sources of a console, and serves it. */
  async function serveProject(files: Record<string, string>) {
    const root = await mkdtemp(path.join(tmpdir(), 'heddle-console-'));
    after(() => rm(root, { recursive: true }));
    const sources = {
      'web/src/main.tsx': '',
      'web/public/favicon.svg': '',
      'src/templates/template.ts': '',
      'src/engine/graph.ts': '',
      'src/platform/languages.ts': '',
      'packages/client/src/attempt.ts': '',
      'web/index.html': '',
      'web/build.ts': '',
      'web/vite.config.ts': '',
      'package-lock.json': '',
    };
    for (const [file, text] of Object.entries({ ...sources, ...files })) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
    const server = fastify();
    after(() => server.close());
    const lines: string[] = [];
    const log = {
      info: (...line: unknown[]) => void lines.push(String(line.at(-1))),
      warn: (...line: unknown[]) => void lines.push(String(line.at(-1))),
    };
    registerConsole(server, createConsole({ root, log }));
    return {
      root,
      lines,
      read: async () => (await server.inject('/')).payload,
      status: async () => (await server.inject('/')).statusCode,
    };
  }

  test('is served while a new one is built, and then replaced', async () => {
    const build = `import { writeFileSync } from 'node:fs';
      for (const page of ['en.html', 'de.html']) writeFileSync(new URL('./dist/' + page, import.meta.url), 'new');`;
    const project = await serveProject({
      'web/dist/en.html': 'old',
      'web/dist/de.html': 'alt',
      'web/dist/stamp': 'another',
      'web/build.ts': build,
    });
    assert.equal(await project.read(), 'old');
    while ((await project.read()) === 'old') await new Promise(resolve => setTimeout(resolve, 20));
    assert.equal(await project.read(), 'new');
    assert.deepEqual(project.lines, ['the console is older than its sources and is being built']);
  });

  test('is served as it is when it belongs to the sources', async () => {
    const project = await serveProject({
      'web/dist/en.html': 'built',
      'web/dist/de.html': 'gebaut',
      'web/build.ts': 'throw new Error()',
    });
    await writeFile(path.join(project.root, 'web', 'dist', STAMP_FILE), await readSourceStamp(project.root));
    assert.equal(await project.read(), 'built');
    assert.deepEqual(project.lines, []);
  });

  test('says what to do when it can not be built', async () => {
    const project = await serveProject({ 'web/build.ts': 'throw new Error()' });
    while ((await project.read()).includes('being built')) await new Promise(resolve => setTimeout(resolve, 20));
    assert.match(await project.read(), /The console is not built.*Run <code>npm ci<\/code>/s);
    assert.equal(await project.status(), 503);
    assert.deepEqual(project.lines, [
      'the console is older than its sources and is being built',
      'the console could not be built',
    ]);
  });
});
