/** Checks that the sources follow the plan in docs/contributing/architecture.md and the style in docs/contributing/style.md. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { parseSync, Visitor } from 'rolldown/utils';
import { AREAS, findSelected } from './runner/areas.ts';
import { find, listFiles } from './runner/parts.ts';
import { cycles } from './support/import-cycles.ts';
import { ROOT } from './support/process.ts';

const SOURCES = path.join(import.meta.dirname, '..', 'src');

interface Import {
  /** A path relative to `src`, or the name of a package or `node:` module. */
  to: string;
  typeOnly: boolean;
}

interface Source {
  /** Relative to `src`, such as `accounts/keys.ts`. */
  file: string;
  text: string;
  lines: number;
  /** True for tests and for files that only tests use. */
  isTest: boolean;
  imports: Import[];
}

const FOR_TESTS = /\.test\.ts$/;
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

/**
 * The folders and files of `src/` from the bottom to the top. Each may import from itself and from the lines above its
 * own. docs/contributing/architecture.md explains the order.
 */
const ORDER = [
  ['platform', 'templates'],
  ['engine', 'code'],
  ['errors.ts'],
  ['http', 'nodes'],
  ['query'],
  ['audit'],
  ['accounts'],
  ['files'],
  ['credentials', 'variables'],
  ['tools'],
  ['connectors'],
  ['documents'],
  ['booster'],
  ['workflows'],
  ['runs'],
  ['approvals', 'assistants', 'triggers'],
  ['approval-channels', 'waits'],
  ['installation', 'live', 'mcp'],
  ['composition', 'console', 'docs-site'],
  ['commands'],
  ['main.ts'],
];
/** The order inside `runs/`. All of these folders may import the files of `runs/` that are not named here. */
const ORDER_OF_RUNS = [
  ['plans'],
  ['executing'],
  ['store'],
  ['children'],
  ['observing'],
  ['runner'],
  ['starting'],
  ['failures', 'testing'],
  ['api'],
  ['open.ts', 'tasks.ts'],
];

/** Returns the first part of a path below a folder: `accounts` for `accounts/keys.ts`, `main.ts` for `main.ts`. */
function roomOf(file: string, below = ''): string {
  return file.slice(below.length).split('/')[0] ?? file;
}

function isOurs({ to }: Import): boolean {
  return to.endsWith('.ts');
}

/** Lists the forbidden imports of these sources as `from -> to`. */
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

/** Lists the imports that lead upwards or sideways in an order of folders. */
function upwardImports(order: readonly (readonly string[])[], below = ''): string[] {
  const level = (file: string) => order.findIndex(rooms => rooms.includes(roomOf(file, below)));
  return breaches(
    ({ file }) => file.startsWith(below) && level(file) >= 0,
    (to, { file }) => to.startsWith(below) && roomOf(to, below) !== roomOf(file, below) && level(to) >= level(file),
  );
}

suite('imports', () => {
  test('are found, and lead to files that exist', () => {
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
  });

  test('lead downwards in the documented order of folders', () => {
    const known = [...ORDER.flat(), 'configuration', 'database.ts'];
    const rooms = new Set(sources.map(({ file }) => roomOf(file)));
    assert.deepEqual([...rooms].sort(), known.sort());
    assert.deepEqual(upwardImports(ORDER), []);
  });

  test('lead downwards in the order of folders within runs', () => {
    assert.deepEqual(upwardImports(ORDER_OF_RUNS, 'runs/'), []);
  });

  test('of templates and engine stay within these folders', () => {
    assert.deepEqual(
      breaches(inRoom('templates'), to => roomOf(to) !== 'templates'),
      [],
    );
    assert.deepEqual(
      breaches(inRoom('engine'), to => !['engine', 'templates'].includes(roomOf(to))),
      [],
    );
  });

  test('of templates from outside go through template.ts', () => {
    assert.deepEqual(
      breaches(
        ({ file }) => roomOf(file) !== 'templates',
        to => roomOf(to) === 'templates' && to !== 'templates/template.ts',
      ),
      [],
    );
  });

  test('of configuration reach only the platform', () => {
    assert.deepEqual(
      breaches(inRoom('configuration'), to => !['configuration', 'platform'].includes(roomOf(to))),
      [],
    );
  });

  test('of areas reach no setting, because the code that opens an area passes what it needs', () => {
    const isTop = inRoom('composition', 'commands', 'main.ts', 'configuration');
    assert.deepEqual(
      breaches(
        source => !isTop(source),
        to => /^configuration\/(config|settings|[a-z]+-settings)\.ts$/.test(to),
      ),
      [],
    );
  });

  test('of nodes reach neither the run loop nor the database', () => {
    const forbidden = (to: string) => ['runs', 'http', 'query'].includes(roomOf(to)) || to === 'database.ts';
    assert.deepEqual(breaches(inRoom('nodes'), forbidden), []);
  });

  test('of areas by database.ts are only the types of their tables', () => {
    const [database] = program.filter(({ file }) => file === 'database.ts');
    const fromAreas = database?.imports.filter(({ to }) => isOurs({ to, typeOnly: true }) && to.includes('/')) ?? [];
    const tables = fromAreas.filter(({ to }) => to.endsWith('/tables.ts'));
    assert.ok(tables.length > 0);
    for (const { to, typeOnly } of tables) assert.ok(typeOnly, to);
    assert.deepEqual(
      fromAreas.filter(each => !tables.includes(each) && roomOf(each.to) !== 'platform').map(({ to }) => to),
      [],
    );
  });

  test('of the program lead to no test and no test fixture', () => {
    assert.deepEqual(
      breaches(
        () => true,
        to => to.startsWith('../') || FOR_TESTS.test(to),
      ),
      [],
    );
  });

  test('of values from node:http go through platform/node-http.ts, which does not load fetch', () => {
    const importing = program.filter(({ imports }) =>
      imports.some(({ to, typeOnly }) => to === 'node:http' && !typeOnly),
    );
    assert.deepEqual(
      importing.map(({ file }) => file),
      [],
    );
  });

  test('form no cycle of files, not even through types', () => {
    const pairs = program.flatMap(({ file, imports }) =>
      imports.filter(isOurs).map(({ to }): [string, string] => [file, to]),
    );
    assert.deepEqual(cycles(pairs), []);
  });
});

const EXPORTED_NAME = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
/**
 * Templates are a library of its own, and so is the engine, whose types the schemas of the API describe again. Commands
 * are named like the functions behind the endpoints that they call. Settings, params and forms are declared with short
 * words such as `text` and `flag`.
 */
const HAVE_NAMES_OF_THEIR_OWN =
  /^(?:templates|engine|commands)\/|^(?:configuration\/setting-values|tools\/contract\/tool-params|nodes\/param-schemas|triggers\/forms\/html)\.ts$/;

suite('the style', () => {
  const offenders = (pattern: RegExp, from = program) =>
    from.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  test('only the start of a command reads the environment', () => {
    // The programs of PostgreSQL look for each other in PATH.
    const exempt = ['main.ts', 'platform/postgres/embedded.ts'];
    const readers = offenders(/\bprocess\.env\b/).filter(file => roomOf(file) !== 'commands' && !exempt.includes(file));
    assert.deepEqual(readers, []);
    const [embedded] = program.filter(({ file }) => file === 'platform/postgres/embedded.ts');
    assert.deepEqual(embedded?.text.match(/\bprocess\.env\b\S*/g), ['process.env.PATH,']);
  });

  test('only tests choose what a password costs to hash', () => {
    const passingOn = ['composition/areas.ts', 'composition/system.ts'];
    assert.deepEqual(offenders(/\bpasswordCost\b/), passingOn);
    assert.deepEqual(offenders(/\bcreatePasswords\((?!passwordCost\)|newCost\b)/), []);
    // None of them is a name with a value: what a composition gets, it passes on.
    assert.deepEqual(offenders(/\bpasswordCost\s*(:\s*[^P\s]|=)/), []);
  });

  test('engine and templates are pure: no clock, no randomness, nothing of Node', () => {
    const impure =
      /\bfrom 'node:|\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bprocess\./;
    assert.deepEqual(offenders(impure, program.filter(inRoom('engine', 'templates'))), []);
  });

  test('no process is ended from within', () => {
    assert.deepEqual(
      offenders(/\bprocess\.exit\b/).filter(file => roomOf(file) !== 'commands'),
      [],
    );
  });

  test('no file is longer than 400 lines', () => {
    // The catalogue of errors is one list.
    const limited = program.filter(({ file }) => file !== 'errors.ts');
    const long = limited.filter(({ lines }) => lines > 400).map(({ file, lines }) => `${file}: ${lines}`);
    assert.deepEqual(long, []);
  });

  test('no folder has more than 40 files', () => {
    const folders = Map.groupBy(program, ({ file }) => path.posix.dirname(file));
    const full = [...folders].filter(([, files]) => files.length > 40).map(([folder]) => folder);
    assert.deepEqual(full, []);
  });

  test('no function is longer than 80 lines', () => {
    // The prelude is a program of its own, which is turned into text.
    const checked = sources.filter(({ file }) => !file.endsWith('.test.ts') && file !== 'code/prelude.ts');
    assert.deepEqual(checked.flatMap(findLongFunctions), []);
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

  test('an exported name means one thing', () => {
    const names = program
      .filter(({ file }) => !HAVE_NAMES_OF_THEIR_OWN.test(file))
      .flatMap(({ file, text }) =>
        [...new Set(text.matchAll(EXPORTED_NAME).map(([, name = '']) => name))].map(name => ({ name, file })),
      );
    const shared = [...Map.groupBy(names, ({ name }) => name)].filter(([, declared]) => declared.length > 1);
    assert.deepEqual(
      shared.map(([name, declared]) => `${name}: ${declared.map(({ file }) => file).join(', ')}`),
      [],
    );
  });

  test('nothing is printed on the console', () => {
    assert.deepEqual(offenders(/\bconsole\.\w+\(/, sources), []);
  });

  test('no file contains a TODO', () => {
    assert.deepEqual(offenders(/\b(TODO|FIXME|XXX|HACK)\b/, sources), []);
  });

  test('no file overrides the type checker', () => {
    // The linter, which knows the types, reports annotations of `any`.
    assert.deepEqual(offenders(/\bas any\b|<any>|\bas unknown as\b|\bas never\b/), []);
    const silenced = /@ts-(ignore|expect-error|nocheck)|biome-ignore(?! lint\/suspicious\/noControlCharactersInRegex)/;
    assert.deepEqual(offenders(silenced, sources), []);
  });

  test('modules have no mutable state', () => {
    assert.deepEqual(offenders(/^(export )?(let|var)\s/m), []);
  });

  function findLongFunctions({ file, text }: Source): string[] {
    const long: string[] = [];
    const check = ({ start, end }: { start: number; end: number }) => {
      const lines = text.slice(start, end).split('\n').length;
      if (lines > 80) long.push(`${file}:${text.slice(0, start).split('\n').length}: ${lines}`);
    };
    const parsed = parseSync(file, text);
    assert.deepEqual(parsed.errors, []);
    const visitor = new Visitor({
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
    });
    visitor.visit(parsed.program);
    return long;
  }
});

suite('JSON that is stored', () => {
  const STORABLE = 'platform/postgres/storable-text.ts';
  /** `table.column`, as the migrations leave it. The database computes generated columns itself. */
  const columns = findJsonColumns();
  const declarations = program
    .filter(({ file }) => /(^|\/)(tables|[a-z]+-columns)\.ts$/.test(file))
    .map(({ text }) => text)
    .join('\n');

  test('goes only into columns whose types accept nothing but storable JSON', () => {
    assert.ok(columns.length > 40, `${columns.length}`);
    // The queue of jobs is not declared as a table.
    const declared = columns.filter(({ table }) => table !== 'jobs');
    const free = declared.filter(
      ({ table, column }) => !/^(Json|JsonWithDefault|NullableJson)</.test(columnType(table, column) ?? ''),
    );
    assert.deepEqual(free, []);
    const definitions = program.filter(({ text }) => /\btype \w*Json\w*(<Value>)? =|\bJSONColumnType\b/.test(text));
    assert.deepEqual(
      definitions.map(({ file }) => file).filter(file => file.startsWith('platform/postgres/') || /tables/.test(file)),
      ['platform/postgres/column-types.ts', STORABLE],
    );
  });

  test('is written by one module, also in raw statements', () => {
    const offenders = (pattern: RegExp) =>
      program
        .filter(({ text }) => pattern.test(text))
        .map(({ file }) => file)
        .filter(file => file !== STORABLE);
    assert.deepEqual(offenders(/\bas StorableJson\b/), []);
    // Columns may be cast. Lists of JSON are those of jobs, whose texts are storable.
    assert.deepEqual(offenders(/\$\{(?!sql\.ref\()[^{}]*\}::jsonb?\b(?!\[)/), []);
    assert.deepEqual(offenders(/\}::jsonb?\[\]/), ['platform/jobs/job-table.ts']);
    const writers = columns.map(({ column }) => column).join('|');
    assert.deepEqual(offenders(new RegExp(`\\b(${writers}) = \\$\\{(await )?(JSON\\.stringify|stringifyJson)\\(`)), []);
  });

  function findJsonColumns(): { table: string; column: string }[] {
    const found = new Set<string>();
    for (const file of globSync('migrations/*.sql', { cwd: ROOT }).sort()) {
      let table = '';
      for (const line of readFileSync(path.join(ROOT, file), 'utf8').split('\n')) {
        table = /^(?:CREATE (?:UNLOGGED )?TABLE|ALTER TABLE) (\w+)/.exec(line)?.[1] ?? table;
        const [, added] = /^ +(?:ADD COLUMN )?(\w+) jsonb?\b(?! GENERATED)/.exec(line) ?? [];
        const [, inOneLine] = /^ALTER TABLE \w+ ADD COLUMN (\w+) jsonb?\b/.exec(line) ?? [];
        for (const column of [added, inOneLine]) if (column && table) found.add(`${table}.${column}`);
        const [, dropped] = /DROP COLUMN (\w+)/.exec(line) ?? [];
        if (dropped) found.delete(`${table}.${dropped}`);
      }
    }
    return [...found].map(name => {
      const [table = '', column = ''] = name.split('.');
      return { table, column };
    });
  }

  /** The declared type of a column, also where it comes from an interface that the table extends. */
  function columnType(table: string, column: string): string | undefined {
    const [, own = ''] = new RegExp(`^  ${table}: (\\w+);`, 'm').exec(declarations) ?? [];
    const [, bases = '', body = ''] =
      new RegExp(`^(?:export )?interface ${own}(?: extends ([^{]+))? \\{\\n(.*?)^\\}`, 'ms').exec(declarations) ?? [];
    const inherited = bases
      .split(', ')
      .map(base => new RegExp(`^(?:export )?interface ${base} \\{\\n(.*?)^\\}`, 'ms').exec(declarations)?.[1] ?? '');
    return new RegExp(`^  ${column}: (.*);`, 'm').exec([body, ...inherited].join('\n'))?.[1];
  }
});

suite('the documentation', () => {
  const pages = ['README.md', 'CHANGELOG.md', ...globSync('{docs,bench}/**/*.md', { cwd: ROOT })];
  const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

  test('names only files that exist', () => {
    const missing = pages.flatMap(page =>
      [...read(page).matchAll(/`((?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)*\.ts)`/g)]
        .map(([, file = '']) => file)
        .filter(file => ![file, `src/${file}`, path.join(path.dirname(page), file)].some(isFile))
        .map(file => `${page}: ${file}`),
    );
    assert.deepEqual(missing, []);
  });

  test('links only to pages and headings that exist', () => {
    const broken = pages.flatMap(page =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, target = '', heading]) => {
          const file = target === '' ? page : path.join(path.dirname(page), target);
          if (!existsSync(path.join(ROOT, file))) return true;
          return heading !== undefined && !headingAnchors(read(file)).has(heading);
        })
        .map(([link]) => `${page}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  function isFile(file: string): boolean {
    return existsSync(path.join(ROOT, file));
  }

  function headingAnchors(text: string): Set<string> {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
    return new Set(
      headings.map(heading =>
        heading
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
  }
});

suite('the tests', () => {
  const files = listFiles().map(({ file }) => file);

  test('all belong to one part', () => {
    const all = find(['{src,web/src,packages/client/src,test}/**/*.test.{ts,tsx}']);
    assert.ok(all.length > 200);
    assert.deepEqual(files.toSorted(), all.toSorted());
  });

  test('over HTTP and in the browser belong to an area', () => {
    const inAreas = new Set(Object.keys(AREAS).flatMap(findSelected));
    assert.deepEqual(
      files.filter(file => /^test\/(http|browser|security|isolation)\//.test(file) && !inAreas.has(file)),
      [],
    );
  });

  test('of an area exist', () => {
    for (const patterns of Object.values(AREAS)) {
      for (const pattern of patterns) assert.notDeepEqual(find([`test/${pattern}.test.ts`]), [], pattern);
    }
  });

  test('have limits only to end a hang, which are a minute or more', () => {
    const short = find(['test/**/*.ts']).flatMap(file =>
      readFileSync(path.join(ROOT, file), 'utf8')
        .matchAll(/\btimeout(?:: |\()(\d[\d_]*)/g)
        .filter(([, limit = '']) => Number(limit.replaceAll('_', '')) < 60_000)
        .map(([text]) => `${file}: ${text}`)
        .toArray(),
    );
    assert.deepEqual(short, []);
  });
});
