/**
 * Loaded into the processes of tests before anything else: where each import of the program leads. Finding that out for
 * its 1,600 modules takes Node a third of a second of processor time, and the tests start some three hundred processes.
 *
 * The global set-up has one process write down what Node finds (`?record=FILE`), and all others read it there. What it
 * does not know, such as the imports of tests, Node finds out as usual. No file is moved while the tests run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type ResolveHookContext, registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** By the importing module, and then by what is written there. `require` may lead elsewhere than `import`. */
type Resolutions = Record<'import' | 'require', Record<string, Record<string, { url: string; format?: string }>>>;

const record = new URL(import.meta.url).searchParams.get('record');
const known = process.env.HEDDLE_TEST_RESOLUTIONS;
// Threads load little, so reading the file would cost them more than it saves.
if (isMainThread && record !== null) writeTo(record);
else if (isMainThread && known) readFrom(known);

function writeTo(file: string): void {
  const resolutions: Resolutions = { import: {}, require: {} };
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { url, format, ...rest } = nextResolve(specifier, context);
      if (context.parentURL !== undefined && url.startsWith('file:')) {
        const from = resolutions[kindOf(context)];
        from[context.parentURL] ??= {};
        Object.assign(from[context.parentURL] ?? {}, { [specifier]: { url, ...(format && { format }) } });
      }
      return { url, format, ...rest };
    },
  });
  process.on('exit', () => writeFileSync(file, JSON.stringify(resolutions)));
}

function readFrom(file: string): void {
  const resolutions: Resolutions = JSON.parse(readFileSync(file, 'utf8'));
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = resolutions[kindOf(context)][context.parentURL ?? '']?.[specifier];
      return found ? { ...found, shortCircuit: true } : nextResolve(specifier, context);
    },
  });
}

function kindOf({ conditions }: ResolveHookContext): 'import' | 'require' {
  return conditions.includes('require') ? 'require' : 'import';
}
