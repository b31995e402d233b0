/**
 * Bundles the server into `dist/` for production: it starts faster, and Node, which strips no types below
 * `node_modules`, can run it from an npm package. `npm ci` calls this as a part of its `prepare` script. Most packages
 * stay outside of the bundle, because some of them are native, have WebAssembly or data, or start threads of their own.
 *
 * A module that is named by a URL, because a thread loads it, becomes an entry of its own. All files of the output are in
 * one folder, so that one form of URL leads from each to each.
 */
import { glob, readFile, rename, rm, utimes } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'rolldown';

const ROOT = path.dirname(import.meta.dirname);
const MAIN = 'src/main.ts';
const TESTS = /\.test\.ts$/;
const MODULE_URL = /new URL\(\s*'(\.{1,2}\/[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g;

/**
 * The packages that every process loads when it starts, and undici, which it loads for its first request to the outside.
 * They are more than a thousand small modules, and finding and reading them took half of the time of a start.
 */
const INSIDE =
  /^(@fastify\/multipart|@opentelemetry\/api|ajv|fastify|ipaddr\.js|kysely|marked|nodemailer|pg|pino|prom-client|typebox|undici)($|\/)/;

/** pg tries to load this package, which is not installed, only when it is asked to. */
const NEVER_LOADED = 'pg-native';

if (import.meta.main) await bundleWithRolldown();

/** Production installs leave Rolldown out. They bring the output of another machine, or run the sources. */
async function bundleWithRolldown(): Promise<void> {
  const isInstalled = await import('rolldown').then(
    () => true,
    () => false,
  );
  if (isInstalled) await bundleServer(path.join(ROOT, 'dist'));
}

export async function bundleServer(output: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const startedAt = new Date();
  const entries = await findEntries();
  // The present output stays complete until the new one is.
  const fresh = `${output}-${process.pid}`;
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries([...entries].map(([file, name]) => [name, path.join(ROOT, file)])),
    platform: 'node',
    external: isOutside,
    transform: { target: 'esnext' },
    plugins: [locations(entries)],
    // Merged chunks would make a command load what only others need, and main.js part of what it loads later.
    experimental: { chunkOptimization: false },
  });
  const { output: files } = await build.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[hash].js',
    // Lines stay as they are, for stack traces. V8 keeps the text in memory: two bytes for each character of a file with
    // any beyond Latin-1, and all of its comments.
    minify: false,
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  const backwards = files.filter(each => each.type === 'chunk' && each.imports.includes('main.js'));
  // `main.js` waits for what it loads later. If that waited for `main.js` in turn, nothing would ever happen.
  if (backwards.length > 0) throw new Error(`these import main.js: ${backwards.map(each => each.fileName).join(', ')}`);
  // `bin/heddle` compares this time with those of the sources: what changed during the build is not in it.
  await utimes(path.join(fresh, 'main.js'), startedAt, startedAt);
  await rm(output, { recursive: true, force: true });
  await rename(fresh, output);
}

/** Returns the names of the entries by the files that they begin with. */
async function findEntries(): Promise<Map<string, string>> {
  const entries = new Map([[MAIN, 'main']]);
  for await (const found of glob('src/**/*.ts', { cwd: ROOT, exclude: name => TESTS.test(name) })) {
    const file = found.split(path.sep).join('/');
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(MODULE_URL)) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      entries.set(target, entryName(target));
    }
  }
  return entries;
}

/** `src/tools/csv/csv-read-thread.ts` becomes `tools-csv-csv-read-thread`. */
function entryName(file: string): string {
  return file
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');
}

function isOutside(id: string, importer: string | undefined): boolean {
  if (!isPackage(id)) return false;
  if (id.startsWith('node:') || isBuiltin(id) || id === NEVER_LOADED) return true;
  return !INSIDE.test(id) && !importer?.includes(`${path.sep}node_modules${path.sep}`);
}

/** The client is part of this project, and the bundler has small helpers under the name of a package that nobody installs. */
function isPackage(id: string): boolean {
  return !/^(\.|@heddle\/|@oxc-project\/runtime\/)/.test(id) && !path.isAbsolute(id);
}

/**
 * Rewrites what a module knows of its own place, which is another one in the bundle. Its folder stays the one in `src/`:
 * from there it finds the files beside it, and those of the project.
 */
function locations(entries: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'locations',
    transform(code, id) {
      const file = path.relative(ROOT, id).split(path.sep).join('/');
      if (!file.startsWith('src/')) return null;
      const folder = path.posix.dirname(file);
      const rewritten = code
        .replaceAll(MODULE_URL, (_whole, specifier: string) => {
          const name = entries.get(path.posix.join(folder, specifier));
          if (name === undefined) throw new Error(`${file} names ${specifier}, which is no entry`);
          return `new URL('./${name}.js', import.meta.url)`;
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`);
      return rewritten === code ? null : rewritten;
    },
  };
}
