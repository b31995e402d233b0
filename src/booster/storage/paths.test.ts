import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CHARACTERS, DOTS, EMPTY, FOLDER, NO_FOLDER, SPACE } from '../../../test/fixtures/booster-paths.ts';
import { ApiError } from '../../errors.ts';
import { getFolder, getName, joinDirectory, numberedPath, parsePath } from './paths.ts';

const TOO_LONG = 'validation error: path: is too long';

/** A second implementation of the rules of the specification. */
function isRight(path: string): boolean {
  const [folder = '', ...names] = path.split('/');
  const isName = (name: string) =>
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    name.at(0) !== ' ' &&
    name.at(-1) !== ' ' &&
    [...name].every(character => !'/\\:*?"<>|#%\''.includes(character) && !isControl(character));
  const isFolder = folder !== '' && [...folder].every(character => 'azAZ09_-'.includes(sortOf(character)));
  return isFolder && names.length >= 1 && names.length <= 7 && names.every(isName) && [...path].length <= 512;
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** One character stands for each kind. */
function sortOf(character: string): string {
  if (character >= 'a' && character <= 'z') return 'a';
  if (character >= 'A' && character <= 'Z') return 'A';
  if (character >= '0' && character <= '9') return '0';
  return character === '_' || character === '-' ? character : ' ';
}

function refusalOf(path: string, filename?: string): { status: number; detail: string } | undefined {
  try {
    parsePath(path, filename);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return { status: error.status, detail: error.message };
  }
}

suite('valid paths', () => {
  const paths = [
    'a/b',
    'A-z_09/x',
    '-/x',
    '__proto__/constructor',
    'constructor/toString',
    '_-/...',
    'docs/灯泡.jpeg',
    'docs/a b  c.txt',
    'docs/...',
    'docs/..a',
    'docs/.env',
    'docs/a;b=c&d+e,f@g!h$i(j)[k]{l}~`^',
    'docs/😀',
    'docs/\u00a0x\u3000',
    'docs/e\u0301',
    '1/2/3/4/5/6/7/8',
    `docs/${'x'.repeat(507)}`,
    `docs/${'😀'.repeat(507)}`,
  ];
  for (const path of paths) {
    test(JSON.stringify(path.slice(0, 40)), () => {
      assert.equal(parsePath(path), path);
      assert.equal(parsePath(path, `ignored/../*${'x'.repeat(2000)}`), path);
    });
  }
});

suite('invalid paths', () => {
  const paths: [path: string, detail: string, filename?: string][] = [
    ['', NO_FOLDER],
    ['docs', NO_FOLDER],
    ['..', NO_FOLDER],
    ['*', NO_FOLDER],
    ['/', FOLDER, 'x'],
    ['/docs/x', FOLDER],
    ['../x', FOLDER],
    ['./x', FOLDER],
    ['a.b/x', FOLDER],
    ['a b/x', FOLDER],
    ['*/x', FOLDER],
    ['dócs/x', FOLDER],
    ['docs\n/x', FOLDER],
    ['docs\\x/y', FOLDER],
    ['docs%2f/x', FOLDER],
    ['docs//x', EMPTY],
    ['docs//', EMPTY, 'x'],
    ['docs/', EMPTY],
    ['docs/', EMPTY, ''],
    ['docs/a//b', EMPTY],
    ['docs/.', DOTS],
    ['docs/..', DOTS],
    ['docs/../x', DOTS],
    ['docs/./x', DOTS],
    ['docs/../', DOTS, 'x'],
    ['docs/', DOTS, '..'],
    ['docs/ x', SPACE],
    ['docs/x ', SPACE],
    ['docs/ /x', SPACE],
    ['docs/', SPACE, ' x'],
    ['docs/a\\..\\b', CHARACTERS],
    ['docs/%2e%2e/x', CHARACTERS],
    ['docs/', CHARACTERS, '../x'],
    ['docs/', CHARACTERS, 'a/b'],
    ['docs/', CHARACTERS, 'C:\\x'],
    ...[...'\\:*?"<>|#%\''].flatMap((character): [string, string][] => [
      [`docs/a${character}b`, CHARACTERS],
      [`docs/a${character}b/c`, CHARACTERS],
    ]),
    ['docs/a\r\nb', CHARACTERS],
    ...['\0', '\u0001', '\t', '\n', '\r', '\u001f', '\u007f', '\u0080', '\u0085', '\u009f'].flatMap(
      (character): [string, string, string?][] => [
        [`docs/a${character}b`, CHARACTERS],
        [`docs/${character}/b`, CHARACTERS],
        ['docs/', CHARACTERS, `a${character}`],
      ],
    ),
    ['1/2/3/4/5/6/7/8/9', TOO_LONG],
    ['1/2/3/4/5/6/7/8/', TOO_LONG, '9'],
    [`docs/${'x'.repeat(508)}`, TOO_LONG],
    [`docs/${'😀'.repeat(508)}`, TOO_LONG],
    ['docs/', TOO_LONG, 'x'.repeat(508)],
    ['docs/', TOO_LONG, 'x'.repeat(1e7)],
    ['/'.repeat(1e7), TOO_LONG],
    [`docs/${'x/'.repeat(1e7)}y`, TOO_LONG],
  ];
  for (const [path, detail, filename] of paths) {
    test(JSON.stringify([path.slice(0, 40), filename?.slice(0, 20)]), () => {
      assert.deepEqual(refusalOf(path, filename), { status: 422, detail });
    });
  }
});

suite('any path', () => {
  const character = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...'aZ09_-. ') },
    { weight: 2, arbitrary: fc.constantFrom(...'\\:*?"<>|#%\'é😀\u00a0\u2028\u200b\ufeff') },
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const name = fc.array(character, { maxLength: 6 }).map(characters => characters.join(''));
  const folder = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('docs', 'a', '_-9') },
    { weight: 1, arbitrary: name },
  );
  const path = fc
    .tuple(folder, fc.array(name, { maxLength: 9 }))
    .map(([first, names]) => [first, ...names].join('/'))
    .filter(joined => !joined.endsWith('/'));
  const rightPath = path.filter(isRight);

  test('is returned unchanged or refused with 422', () => {
    fc.assert(
      fc.property(path, given => {
        const refusal = refusalOf(given);
        assert.equal(refusal?.status, isRight(given) ? undefined : 422);
        if (!refusal) assert.equal(parsePath(given), given);
      }),
      { numRuns: 1_000 },
    );
  });

  test('that is a directory gets the name of the file, which must be a plain name', () => {
    fc.assert(
      fc.property(path, fc.oneof(name, path), (directory, filename) => {
        const joined = `${directory}/${filename}`;
        // A slash in the name must not create another directory.
        const right = isRight(joined) && !filename.includes('/');
        assert.equal(refusalOf(`${directory}/`, filename)?.status, right ? undefined : 422);
        if (right) assert.equal(parsePath(`${directory}/`, filename), joined);
      }),
      { numRuns: 700 },
    );
  });

  test('consists of its folder, its sub-folders and its name', () => {
    fc.assert(
      fc.property(rightPath, given => {
        assert.equal(getFolder(given), given.split('/')[0]);
        assert.equal(getName(given), given.split('/').at(-1));
      }),
    );
  });

  test('with a number is another path in the same directory, with the same ending', () => {
    fc.assert(
      fc.property(rightPath, fc.integer({ min: 1, max: 10_000 }), (given, n) => {
        const other = numberedPath(given, n);
        assert.ok(isRight(other) || [...other].length > 512, other);
        const directory = given.slice(0, -getName(given).length);
        assert.ok(other.startsWith(directory));
        assert.equal(other.replace(` (${n})`, ''), given.replace(` (${n})`, ''));
        assert.notEqual(other, numberedPath(given, n + 1));
      }),
    );
  });
});

suite('numbered names', () => {
  const names: [path: string, second: string][] = [
    ['docs/a.txt', 'docs/a (2).txt'],
    ['docs/a', 'docs/a (2)'],
    ['docs/a.tar.gz', 'docs/a.tar (2).gz'],
    ['docs/.env', 'docs/.env (2)'],
    ['docs/.env.local', 'docs/.env (2).local'],
    ['docs/a.', 'docs/a (2).'],
    ['docs/v1.2/readme', 'docs/v1.2/readme (2)'],
    ['docs/a (1).txt', 'docs/a (1) (2).txt'],
    ['docs/灯泡.jpeg', 'docs/灯泡 (2).jpeg'],
  ];
  for (const [path, second] of names) test(path, () => assert.equal(numberedPath(path, 2), second));
});

test('a listing names its directory by folder and prefix', () => {
  assert.equal(joinDirectory('images', undefined), 'images');
  assert.equal(joinDirectory('images', ''), 'images');
  assert.equal(joinDirectory('images', '2026/q1'), 'images/2026/q1');
  assert.equal(joinDirectory('images', '2026/q1/'), 'images/2026/q1');
});
