/** The plan of the house, held by the imports that the sources really have, and the hand it is written in. */
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import { ROOT } from './support/process.ts';
import { TOGETHER } from './support/together.ts';

const SOURCES = path.join(import.meta.dirname, '..', 'src');

interface Import {
  /** Relative to `src`; a package or `node:` module as it is written. */
  to: string;
  typeOnly: boolean;
}

interface Source {
  /** Relative to `src`, such as `accounts/keys.ts`. */
  file: string;
  text: string;
  lines: number;
  /** A test, or what only tests use. */
  isTest: boolean;
  imports: Import[];
}

const FOR_TESTS = /\.test\.ts$|(^|\/)([a-z-]+-fixture|loopback-server|in-memory-[a-z]+)\.ts$/;
const IMPORT = /^(?:import|export)\s(type\s)?([^'";]*?\sfrom\s)?'([^']+)';/gm;
const DYNAMIC_IMPORT = /\bimport\('([^']+)'\)/g;

function readSource(file: string): Source {
  const text = readFileSync(path.join(SOURCES, file), 'utf8');
  const resolve = (specifier = '') =>
    specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
  const imports = [
    ...text.matchAll(IMPORT).map(([, type, names = '', specifier]) => ({
      to: resolve(specifier),
      typeOnly: type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}\sfrom\s$/.test(names),
    })),
    ...text.matchAll(DYNAMIC_IMPORT).map(([, specifier]) => ({ to: resolve(specifier), typeOnly: false })),
  ];
  return { file, text, lines: text.split('\n').length, isTest: FOR_TESTS.test(file), imports };
}

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map(file => file.split(path.sep).join('/'))
  .filter(file => file.endsWith('.ts'))
  .sort()
  .map(readSource);
const program = sources.filter(({ isTest }) => !isTest);

const ROOMS = ['platform', 'http', 'query', 'engine', 'templates', 'commands'];
/** Every folder that is none of the rooms above. */
const areas = [...new Set(sources.flatMap(({ file }) => (file.includes('/') ? [roomOf(file)] : [])))].filter(
  room => !ROOMS.includes(room),
);

function roomOf(file: string): string {
  return file.split('/')[0] ?? file;
}

function isOurs({ to }: Import): boolean {
  return to.endsWith('.ts');
}

/** What the files of a room import that they must not, as `from -> to`. */
function breaches(from: (source: Source) => boolean, isForbidden: (to: string, source: Source) => boolean): string[] {
  return program
    .filter(from)
    .flatMap(source =>
      source.imports
        .filter(each => isOurs(each) && isForbidden(each.to, source))
        .map(({ to }) => `${source.file} -> ${to}`),
    );
}

function inRoom(...rooms: string[]): (source: Source) => boolean {
  return ({ file }) => rooms.includes(roomOf(file));
}

suite('imports', () => {
  test('are found, and lead to files that are there', () => {
    const files = new Set(sources.map(({ file }) => file));
    const leadsOut = ({ to }: Import) => to.startsWith('../');
    const count = sources.flatMap(({ imports }) => imports).length;
    const written = sources.reduce((sum, { text }) => sum + (text.match(/\sfrom '[^']+';$/gm)?.length ?? 0), 0);
    assert.ok(count >= written && written > 100, `${count} found, ${written} written`);
    for (const source of sources) {
      for (const each of source.imports.filter(isOurs)) {
        assert.ok(leadsOut(each) ? source.isTest : files.has(each.to), `${source.file} -> ${each.to}`);
      }
    }
    assert.ok(areas.includes('accounts'));
  });

  test('of platform stay in platform', () => {
    assert.deepEqual(
      breaches(inRoom('platform'), to => roomOf(to) !== 'platform'),
      [],
    );
  });

  test('of templates stay in templates, of engine in engine and templates', () => {
    assert.deepEqual(
      breaches(inRoom('templates'), to => roomOf(to) !== 'templates'),
      [],
    );
    assert.deepEqual(
      breaches(inRoom('engine'), to => !['engine', 'templates'].includes(roomOf(to))),
      [],
    );
  });

  test('of errors and limits: none', () => {
    assert.deepEqual(
      breaches(
        ({ file }) => ['errors.ts', 'limits.ts'].includes(file),
        () => true,
      ),
      [],
    );
  });

  test('of http and query reach no area', () => {
    assert.deepEqual(
      breaches(inRoom('http', 'query'), to => areas.includes(roomOf(to))),
      [],
    );
  });

  test('of nodes reach neither the run loop nor the database', () => {
    const forbidden = (to: string) => ['runs', 'http', 'query'].includes(roomOf(to)) || to === 'database.ts';
    assert.deepEqual(breaches(inRoom('nodes'), forbidden), []);
  });

  test('of areas, http and query never reach the composition root', () => {
    const isRoot = (to: string) => ['main.ts', 'system.ts', 'config.ts'].includes(to) || roomOf(to) === 'commands';
    const exempt = 'http/server.ts -> config.ts'; // the type of what it is given
    assert.deepEqual(
      breaches(inRoom(...areas, 'http', 'query'), isRoot).filter(breach => breach !== exempt),
      [],
    );
  });

  test('of database.ts from areas are the types of their tables alone', () => {
    const [database] = program.filter(({ file }) => file === 'database.ts');
    assert.ok(database);
    const fromAreas = database.imports.filter(({ to }) => areas.includes(roomOf(to)));
    assert.ok(fromAreas.length > 0);
    for (const { to, typeOnly } of fromAreas) assert.ok(typeOnly && to.endsWith('/tables.ts'), to);
  });

  test('of the program lead to no test and no fixture of one', () => {
    assert.deepEqual(
      breaches(
        () => true,
        to => to.startsWith('../') || FOR_TESTS.test(to),
      ),
      [],
    );
  });

  test('make no circle of areas', () => {
    assert.deepEqual(circles(edges(program, roomOf).filter(([from, to]) => [from, to].every(isArea))), []);
  });

  test('make no circle of files, but for types', () => {
    assert.deepEqual(circles(edges(program, file => file)), []);
  });
});

function isArea(room: string): boolean {
  return areas.includes(room);
}

/** Who imports what at run time, each pair once. */
function edges(from: readonly Source[], nameOf: (file: string) => string): [string, string][] {
  const pairs = from.flatMap(({ file, imports }) =>
    imports
      .filter(each => isOurs(each) && !each.typeOnly)
      .map(({ to }): [string, string] => [nameOf(file), nameOf(to)])
      .filter(([importer, imported]) => importer !== imported),
  );
  return [...new Map(pairs.map(pair => [pair.join(' '), pair])).values()];
}

/** What is left when everything that leads nowhere, or that nothing leads to, is taken away. */
function circles(arrows: [string, string][]): string[] {
  for (;;) {
    const left = arrows.filter(
      ([from, to]) => arrows.some(([other]) => other === to) && arrows.some(([, other]) => other === from),
    );
    if (left.length === arrows.length) return left.map(arrow => arrow.join(' -> '));
    arrows = left;
  }
}

suite('the hand', () => {
  const offenders = (pattern: RegExp, from = program) =>
    from.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  test('the environment is read where a command begins, and nowhere else', () => {
    // PostgreSQL's programs look for others of their kind in PATH.
    const exempt = ['main.ts', 'platform/postgres/embedded.ts'];
    const readers = offenders(/\bprocess\.env\b/).filter(file => roomOf(file) !== 'commands' && !exempt.includes(file));
    assert.deepEqual(readers, []);
    const [embedded] = program.filter(({ file }) => file === 'platform/postgres/embedded.ts');
    assert.deepEqual(embedded?.text.match(/\bprocess\.env\b\S*/g), ['process.env.PATH,']);
  });

  test('no process is ended from within', () => {
    assert.deepEqual(
      offenders(/\bprocess\.exit\b/).filter(file => roomOf(file) !== 'commands'),
      [],
    );
  });

  test('files are of one idea: none is longer than 400 lines', () => {
    const long = program.filter(({ lines }) => lines > 400).map(({ file, lines }) => `${file}: ${lines}`);
    assert.deepEqual(long, []);
  });

  test('files are named in kebab-case', () => {
    const odd = sources.filter(
      ({ file }) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/.test(file),
    );
    assert.deepEqual(
      odd.map(({ file }) => file),
      [],
    );
    assert.deepEqual(
      sources.map(({ file }) => file).filter(file => /(^|\/)(lib|helpers?|utils?|misc|common)\.ts$/.test(file)),
      [],
    );
  });

  test('nothing is printed on the console', () => {
    assert.deepEqual(offenders(/\bconsole\.\w+\(/, sources), []);
  });

  test('nothing is left to do', () => {
    assert.deepEqual(offenders(/\b(TODO|FIXME|XXX|HACK)\b/, sources), []);
  });

  test('types are not argued away', () => {
    // Annotations of `any` are for the linter, which reads the types.
    assert.deepEqual(offenders(/\bas any\b|<any>|\bas unknown as\b|\bas never\b/), []);
    const silenced = /@ts-(ignore|expect-error|nocheck)|biome-ignore(?! lint\/suspicious\/noControlCharactersInRegex)/;
    assert.deepEqual(offenders(silenced, sources), []);
  });

  test('modules hold no state that changes', () => {
    assert.deepEqual(offenders(/^(export )?(let|var)\s/m), []);
  });
});

suite('the tests', () => {
  const found = (pattern: string) => globSync(pattern, { cwd: ROOT });
  const kinds = Object.entries(TOGETHER);

  test('are all run, each once', () => {
    const named = [...packageJson.scripts.test.matchAll(/'([^']+)'/g)].flatMap(([, pattern = '']) => found(pattern));
    const entries = kinds.flatMap(([kind, { shares }]) =>
      Array.from({ length: shares }, (_, index) => path.join('test', 'together', `${kind}-${index + 1}.ts`)),
    );
    const together = kinds.flatMap(([, { pattern }]) => found(pattern));
    const files = [...found('src/**/*.test.ts'), ...found('test/**/*.test.ts')];
    assert.ok(files.length > 200);
    assert.deepEqual([...named, ...together].sort(), [...files, ...entries].sort());
  });

  test('of each share are told by its name', () => {
    for (const [kind, { shares }] of kinds) {
      for (let share = 1; share <= shares; share++) {
        const text = readFileSync(path.join(ROOT, 'test', 'together', `${kind}-${share}.ts`), 'utf8');
        assert.ok(text.endsWith(`testTogether('${kind}', ${share});\n`), text);
      }
    }
  });
});
