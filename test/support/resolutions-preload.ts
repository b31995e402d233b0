/**
 * Processes of tests load this file before anything else. It knows where each import of the program leads. Node needs a
 * third of a second of processor time to resolve the 1,600 modules, and the tests start some three hundred processes.
 * The global set-up has one process record what Node finds (`?record=FILE`), and all others read that file. Node
 * resolves everything that the file does not contain, such as the imports of tests, as usual. No file moves while the
 * tests run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type ResolveHookContext, registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** The results by importing module, and then by specifier. `require` may lead elsewhere than `import`. */
type Resolutions = Record<'import' | 'require', Record<string, Record<string, { url: string; format?: string }>>>;

const record = new URL(import.meta.url).searchParams.get('record');
const known = process.env.HEDDLE_TEST_RESOLUTIONS;
// Threads load so little that reading the file would cost more than it saves.
if (isMainThread && record !== null) writeTo(record);
else if (isMainThread && known) readFrom(known);

function writeTo(file: string): void {
  const resolutions: Resolutions = { import: {}, require: {} };
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { url, format, ...rest } = nextResolve(specifier, context);
      if (context.parentURL !== undefined && url.startsWith('file:')) {
        const from = resolutions[findKind(context)];
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
      const found = resolutions[findKind(context)][context.parentURL ?? '']?.[specifier];
      return found ? { ...found, shortCircuit: true } : nextResolve(specifier, context);
    },
  });
}

function findKind({ conditions }: ResolveHookContext): 'import' | 'require' {
  return conditions.includes('require') ? 'require' : 'import';
}
