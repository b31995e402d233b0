/** Checks the documentation as a whole: its navigation, its links, its settings, and that what is generated is fresh. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { errorGroups } from '../docs/generate/error-help.ts';
import { errorConstructors } from '../docs/generate/errors.ts';
import { settingNames } from '../src/configuration/config.ts';
import { pagePath, siteUrl } from '../src/docs-site/links.ts';
import { API_REFERENCE_PATH, NAVIGATION, neighbours } from '../src/docs-site/navigation.ts';
import { renderPage } from '../src/docs-site/render-page.ts';
import { ROOT } from './support/process.ts';

const files = globSync('**/*.md', { cwd: path.join(ROOT, 'docs') }).sort();
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const rendered = new Map(files.map(file => [pagePath(file), renderPage(read(`docs/${file}`), file)]));
const listed = NAVIGATION.flatMap(({ pages }) => pages.map(page => page.path));
/** Pages that the service makes, and their anchors. */
const isMade = (target: string) => target === API_REFERENCE_PATH || target.startsWith(`${API_REFERENCE_PATH}/`);

suite('the navigation', () => {
  test('lists every page once, and no other', () => {
    assert.deepEqual(listed.toSorted(), [...rendered.keys(), API_REFERENCE_PATH].toSorted());
  });

  test('leads from each page to the next', () => {
    assert.deepEqual(neighbours(''), { next: NAVIGATION[0]?.pages[1] });
    assert.equal(neighbours('no-such-page').next, undefined);
  });
});

suite('the pages', () => {
  test('have one title each, and different ids', () => {
    for (const [page, { headings }] of rendered) {
      assert.equal(headings.filter(({ level }) => level === 1).length, 1, page);
      assert.equal(new Set(headings.map(({ id }) => id)).size, headings.length, page);
    }
  });

  test('have links that lead somewhere', () => {
    assert.deepEqual(
      files.flatMap(file =>
        linksOf(renderPage(read(`docs/${file}`), file).content).flatMap(link => problem(file, link)),
      ),
      [],
    );
  });

  test('show the configurations of proxies as they are packaged', () => {
    const page = read('docs/operations/tls.md');
    for (const file of ['Caddyfile', 'nginx.conf']) {
      const packaged = read(`packaging/proxy/${file}`)
        .replace('{$HEDDLE_SITE}', 'heddle.example.org')
        .replace(/\{\$HEDDLE_UPSTREAM:([^}]+)\}/, '$1');
      assert.ok(page.includes(`\n${packaged}\`\`\`\n`), file);
    }
  });

  test('have pictures that are there', () => {
    const pictures = [...rendered.values()].flatMap(({ content }) =>
      [...content.matchAll(/\b(?:src|srcset)="(\/docs\/[^"]+)"/g)].map(([, url = '']) => url.slice(1)),
    );
    assert.deepEqual(
      pictures.filter(file => !existsSync(path.join(ROOT, file))),
      [],
    );
  });

  test('name only settings that exist', () => {
    const known = settingNames();
    // What clients and the examples read, and families of settings.
    for (const name of ['HEDDLE_URL', 'HEDDLE_KEY', 'HEDDLE_EMAIL', 'HEDDLE_NAME', 'HEDDLE_']) known.add(name);
    const unknown = files.flatMap(file =>
      [...read(`docs/${file}`).matchAll(/\bHEDDLE_[A-Z0-9_]*\*?/g)].flatMap(([name]) =>
        known.has(name) || /[*_]$|^HEDDLE_SECRET_/.test(name) ? [] : `${file}: ${name}`,
      ),
    );
    assert.deepEqual(unknown, []);
  });
});

test('the links of the READMEs lead somewhere', () => {
  for (const file of ['README.md', 'packages/client/README.md']) {
    for (const [, href = ''] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      const [target = ''] = href.split('#');
      if (/^[a-z]+:|^\//i.test(href) || target === '') continue;
      const found = path.join(path.dirname(file), target);
      assert.ok(existsSync(path.join(ROOT, found)), `${file}: ${href}`);
      if (found.startsWith('docs/') && found.endsWith('.md')) {
        const relative = found.slice('docs/'.length);
        const [, anchor] = href.split('#');
        assert.deepEqual(
          problem(relative, siteUrl(anchor ? `#${anchor}` : path.basename(relative), relative) ?? ''),
          [],
        );
      }
    }
  }
});

suite('the reference', () => {
  test('is as the program generates it', async () => {
    await promisify(execFile)(process.execPath, [path.join(ROOT, 'docs/generate/main.ts'), '--check']);
  });

  test('explains every error of the API once', () => {
    const explained = Object.values(errorGroups).flatMap(group => Object.keys(group));
    assert.deepEqual(explained.toSorted(), [...errorConstructors().keys()].toSorted());
  });
});

test('the site has the colours of the console', () => {
  const [light = '', dark = ''] = read('web/src/look/theme.css').split('[data-mantine-color-scheme="dark"]');
  const token = (css: string, name: string) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  const tokens = [...read('web/docs/site.css').matchAll(/(--[a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  assert.ok(tokens.length > 15);
  for (const [, name = '', ...pair] of tokens) assert.deepEqual(pair, [token(light, name), token(dark, name)], name);
});

function linksOf(content: string): string[] {
  return [...content.matchAll(/<a href="([^"]+)"/g)].map(([, url = '']) => url);
}

/** Says what is wrong with a link in a page, if anything. */
function problem(file: string, url: string): string[] {
  if (!/^(\/docs|#)/.test(url)) return [];
  const [target = '', anchor] = url.startsWith('#')
    ? [pagePath(file), url.slice(1)]
    : url.replace(/^\/docs\/?/, '').split('#');
  if (isMade(target) || (path.extname(target) !== '' && existsSync(path.join(ROOT, 'docs', target)))) return [];
  const page = rendered.get(target);
  const isThere = page && (anchor === undefined || page.headings.some(({ id }) => id === decodeURIComponent(anchor)));
  return isThere ? [] : [`${file}: ${url}`];
}
