/** Checks that the sources of the console follow docs/contributing/architecture.md and docs/contributing/style.md, as those of the service do. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { FILES, SOURCES } from '../src/console/freshness.ts';
import { cycles } from './support/import-cycles.ts';
import { ROOT } from './support/process.ts';

const IMPORT = /^(?:import|export)\s(type\s)?([^'";]*?\sfrom\s)?'([^']+)';|\bimport\('([^']+)'\)/gm;
const FOR_TESTS = /\.test\.tsx?$/;

interface Source {
  /** Relative to the project, such as `web/src/api/transport/client.ts`. */
  file: string;
  text: string;
  imports: { to: string; typeOnly: boolean }[];
}

const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })
  .sort()
  .map((file): Source => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const imports = [...text.matchAll(IMPORT)].map(([, type, names = '', name = '', lazy = name]) => ({
      to: lazy.startsWith('.') ? path.posix.join(path.posix.dirname(file), lazy) : lazy,
      typeOnly: type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}\sfrom\s$/.test(names),
    }));
    return { file, text, imports };
  });
const program = sources.filter(({ file }) => !FOR_TESTS.test(file));

/**
 * The folders of `web/src` from the bottom to the top. Each may import from itself and from the lines above its own;
 * the files beside the folders put everything together.
 */
const ORDER = [
  ['texts'],
  ['look'],
  ['api'],
  ['templates'],
  ['forms'],
  ['graph'],
  ['sharing'],
  ['administration-parts', 'connection-parts', 'run-parts', 'chat-parts', 'panel-parts', 'tour', 'uploads'],
  [
    'administration',
    'approvals',
    'assistants',
    'chat',
    'connectors',
    'credentials',
    'editor',
    'failures',
    'files',
    'installation',
    'notifications',
    'panels',
    'records',
    'runs',
    'settings',
    'sign-in',
    'variables',
    'workflows',
  ],
  ['frame'],
];

function folderOf(file: string): string {
  return path.posix.relative('web/src', file).split('/')[0] ?? '';
}

function level(file: string): number {
  return ORDER.findIndex(folders => folders.includes(folderOf(file)));
}

function breaches(isForbidden: (source: Source, to: string, typeOnly: boolean) => boolean): string[] {
  return program.flatMap(source =>
    source.imports
      .filter(({ to, typeOnly }) => isForbidden(source, to, typeOnly))
      .map(({ to }) => `${source.file} -> ${to}`),
  );
}

suite('imports of the console', () => {
  test('are found', () => {
    assert.ok(program.length > 50);
    assert.ok(program.flatMap(({ imports }) => imports).length > 200);
  });

  test('lead downwards in the order of folders', () => {
    const upwards = breaches(({ file }, to) => {
      if (!to.startsWith('web/src/') || level(file) < 0) return false;
      return folderOf(to) !== folderOf(file) && level(to) >= level(file);
    });
    assert.deepEqual(upwards, []);
  });

  test('lead through an order that has every folder, as the page of the architecture does', () => {
    const folders = globSync('web/src/*/', { cwd: ROOT }).map(folder => path.basename(folder));
    assert.deepEqual(ORDER.flat().sort(), folders.sort());
    const page = readFileSync(path.join(ROOT, 'docs/contributing/architecture.md'), 'utf8');
    const [, section = ''] = /^## The console\n(.*?)^## /ms.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) => names.split(', '));
    assert.deepEqual(rows.map(name => name.replaceAll('`', '')).sort(), folders);
  });

  test('form no cycle of files, not even through types, and none of folders beside each other', () => {
    const pairs = program.flatMap(({ file, imports }) =>
      imports.filter(({ to }) => to.startsWith('web/src/')).map(({ to }): [string, string] => [file, to]),
    );
    assert.deepEqual(cycles(pairs), []);
    const folders = pairs.map(([from, to]): [string, string] => [path.posix.dirname(from), path.posix.dirname(to)]);
    // A folder and those within it are one thing, which leads down to its parts and back.
    const isWithin = (folder: string, other: string) => `${folder}/`.startsWith(`${other}/`);
    assert.deepEqual(cycles(folders.filter(([from, to]) => !isWithin(from, to) && !isWithin(to, from))), []);
  });

  test('of the service are types, templates, the engine and the languages', () => {
    const isShared = (to: string) => /^src\/((templates|engine)\/|platform\/languages\.ts$)/.test(to);
    assert.deepEqual(
      breaches((_source, to, typeOnly) => to.startsWith('src/') && !typeOnly && !isShared(to)),
      [],
    );
  });

  test('lead to nothing that the console could be older than', () => {
    const isWatched = (to: string) => FILES.includes(to) || SOURCES.some(folder => to.startsWith(`${folder}/`));
    const isFile = (to: string) => existsSync(path.join(ROOT, to));
    assert.deepEqual(
      breaches((_source, to, typeOnly) => isFile(to) && !typeOnly && !isWatched(to)),
      [],
    );
  });

  test('by the service lead to no file of the console', () => {
    const files = globSync('src/**/*.ts', { cwd: ROOT });
    const offenders = files.filter(file =>
      /from '[^']*\/web\/[^']*'/.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    assert.deepEqual(offenders, []);
  });
});

suite('the style of the console', () => {
  const offenders = (pattern: RegExp, from = program) =>
    from.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  test('no file is longer than 400 lines', () => {
    const long = program.filter(({ text }) => text.split('\n').length > 401).map(({ file }) => file);
    assert.deepEqual(long, []);
  });

  test('no folder has more than 40 files, but for the texts, of which each area has its own', () => {
    const folders = Map.groupBy(program, ({ file }) => path.posix.dirname(file));
    const full = [...folders].filter(([, files]) => files.length > 40).map(([folder]) => folder);
    assert.deepEqual(full, ['web/src/texts', 'web/src/texts/de']);
  });

  test('files are named in kebab-case', () => {
    const odd = sources.filter(
      ({ file }) => !/^([a-z0-9-]+\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test|\.module)?\.tsx?$/.test(file),
    );
    assert.deepEqual(odd, []);
  });

  test('nothing is printed on the console of the browser', () => {
    assert.deepEqual(offenders(/\bconsole\.\w+\(/), []);
  });

  test('no file contains a TODO, or overrides the type checker', () => {
    assert.deepEqual(offenders(/\b(TODO|FIXME|XXX|HACK)\b/), []);
    assert.deepEqual(
      offenders(/\bas any\b|<any>|\bas unknown as\b|\bas never\b|@ts-(ignore|expect-error|nocheck)/),
      [],
    );
  });

  test('the keys of queries are written in api only', () => {
    const pages = program.filter(({ file }) => !file.startsWith('web/src/api/'));
    assert.deepEqual(offenders(/queryKey: \[['"]/, pages), []);
  });

  test('what is busy is known by useAction only', () => {
    const others = program.filter(({ file }) => file !== 'web/src/look/use-action.ts');
    assert.deepEqual(offenders(/\bset\w*Busy\w*\(|error instanceof Error \? error\.message : String/, others), [
      'web/src/look/explain.ts',
    ]);
  });

  test('no HTML is made from text', () => {
    assert.deepEqual(offenders(/dangerouslySetInnerHTML|\.innerHTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b/), []);
  });

  test('components name only classes of their stylesheets, and these have no other ones', () => {
    const uses = program.flatMap(({ file, text }) => {
      const body = text.replace(/^import .*$/gm, '');
      return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name = '', sheet = '']) => ({
        sheet: path.posix.join(path.posix.dirname(file), sheet),
        names: [...body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, each = '']) => each),
        // A class that is chosen while the page runs may be any of them.
        isAny: new RegExp(`\\b${name}\\[`).test(body),
      }));
    });
    const wrong = globSync('web/src/**/*.module.css', { cwd: ROOT }).flatMap(sheet => {
      const rules = readFileSync(path.join(ROOT, sheet), 'utf8').replace(/\/\*.*?\*\/|:global\([^)]*\)/gs, '');
      const selectors = rules.replace(/\{[^{}]*\}/g, ' ');
      const classes = new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name));
      const using = uses.filter(use => use.sheet === sheet);
      const used = new Set(using.flatMap(({ names }) => names));
      const missing = [...used].filter(name => !classes.has(name)).map(name => `${sheet} lacks .${name}`);
      if (using.some(({ isAny }) => isAny)) return missing;
      return [
        ...missing,
        ...[...classes].filter(name => !used.has(name)).map(name => `${sheet}: .${name} is not used`),
      ];
    });
    assert.deepEqual(wrong, []);
  });

  test('the styles of all components of Mantine are loaded', () => {
    const styles = readFileSync(path.join(ROOT, 'web/src/look/mantine.css'), 'utf8');
    const names = program.flatMap(({ text }) =>
      [...text.matchAll(/import\s\{([^}]*)\}\sfrom '@mantine\/core'/g)].flatMap(([, list = '']) => list.split(',')),
    );
    const missing = new Set(
      names
        .map(name => name.trim())
        .filter(name => existsSync(path.join(ROOT, 'node_modules/@mantine/core/styles', `${name}.css`)))
        .filter(name => !styles.includes(`/${name}.css`)),
    );
    assert.deepEqual([...missing], []);
  });
});
