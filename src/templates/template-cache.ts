import { compileExpression, compileTemplate, type Template } from './compile.ts';
import { TemplateError } from './template-error.ts';

export interface TemplateCache {
  template(source: string): Template;
  expression(source: string): Template;
}

interface TemplateCacheOptions {
  /** The number of compiled templates in the cache. */
  readonly entries: number;
  /** The cache compiles longer sources anew each time, so that a few huge ones cannot fill the memory. */
  readonly cachedSourceCharacters?: number;
  /** Longer sources are errors, because the time to compile a source grows with its length. */
  readonly maxSourceCharacters?: number;
}

/**
 * Caches the most recently used templates. A source that does not compile is cached too, and fails again with the same
 * message.
 */
export function createTemplateCache(options: TemplateCacheOptions): TemplateCache {
  const { cachedSourceCharacters = 20_000, maxSourceCharacters = Number.POSITIVE_INFINITY } = options;
  const cached = (compile: (source: string) => Template): ((source: string) => Template) => {
    const cache = new Map<string, Template | TemplateError>();
    return source => {
      if (source.length > maxSourceCharacters)
        throw new TemplateError(`it is longer than ${maxSourceCharacters} characters`);
      if (source.length > cachedSourceCharacters) return compile(source);
      const found = cache.get(source) ?? tryCompile(() => compile(source));
      cache.delete(source);
      cache.set(source, found);
      if (cache.size > options.entries) for (const oldest of cache.keys().take(1)) cache.delete(oldest);
      if (found instanceof TemplateError) throw new TemplateError(found.message, found.line);
      return found;
    };
  };
  return { template: cached(compileTemplate), expression: cached(compileExpression) };
}

function tryCompile(compile: () => Template): Template | TemplateError {
  try {
    return compile();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
