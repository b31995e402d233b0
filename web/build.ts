/**
 * Builds the console into `web/dist`, unless it is there already. `npm ci` calls it as its `prepare` script, and the service calls it when the
 * sources have changed since. A stamp beside the output says which sources it was built from.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readBuiltStamp, readSourceStamp, STAMP_FILE } from '../src/console/freshness.ts';
import { LANGUAGES } from '../src/platform/languages.ts';

const ROOT = path.dirname(import.meta.dirname);
const OUTPUT = path.join(import.meta.dirname, 'dist');
const COMPRESSIBLE = /\.(js|css|svg|json)$/;

if ((await readBuiltStamp(OUTPUT)) !== (await readSourceStamp(ROOT))) await buildWithVite();

async function buildWithVite(): Promise<void> {
  const vite = await import('vite').catch(() => undefined);
  if (vite) await build(vite);
  // Production installs leave Vite out. They bring the output of another machine, or serve the API alone.
  else process.stdout.write('The console is not built, because Vite is not installed. The API does not need it.\n');
}

async function build(vite: typeof import('vite')): Promise<void> {
  const stamp = await readSourceStamp(ROOT);
  // The present output stays complete until the new one is.
  const fresh = `${OUTPUT}-${process.pid}`;
  // Files without texts come out with the same name and content in each language.
  for (const language of LANGUAGES) {
    await vite.build({
      configFile: path.join(import.meta.dirname, 'vite.config.ts'),
      mode: language,
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: false },
    });
    await rename(path.join(fresh, 'index.html'), path.join(fresh, `${language}.html`));
  }
  await compress(fresh);
  await writeFile(path.join(fresh, STAMP_FILE), stamp);
  await rm(OUTPUT, { recursive: true, force: true });
  await rename(fresh, OUTPUT);
}

async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter(file => COMPRESSIBLE.test(file))
      .map(async file => {
        const name = path.join(folder, file);
        const content = await readFile(name);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        await writeFile(`${name}.br`, await promisify(brotliCompress)(content, quality));
        await writeFile(`${name}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
      }),
  );
}
