import { compileExpression, compileTemplate, type Template } from './compile.ts';
import { TemplateError } from './template-error.ts';

export interface TemplateCache {
  template(source: string): Template;
  expression(source: string): Template;
}

export interface TemplateCacheOptions {
  /** How many compiled templates are kept. */
  readonly entries: number;
  /** Longer sources are compiled anew each time, so that a few huge ones cannot fill the memory. */
  readonly maxSourceCharacters?: number;
  /** Still longer ones are errors: compiling takes time with their length. */
  readonly longestSource?: number;
}

/** Compiled templates, those used last being kept; also of sources that do not compile, which fail again the same way. */
export function createTemplateCache(options: TemplateCacheOptions): TemplateCache {
  const { maxSourceCharacters = 20_000, longestSource = Number.POSITIVE_INFINITY } = options;
  const cached = (compile: (source: string) => Template): ((source: string) => Template) => {
    const kept = new Map<string, Template | TemplateError>();
    return source => {
      if (source.length > longestSource) throw new TemplateError(`it is longer than ${longestSource} characters`);
      if (source.length > maxSourceCharacters) return compile(source);
      const found = kept.get(source) ?? attempt(() => compile(source));
      kept.delete(source);
      kept.set(source, found);
      if (kept.size > options.entries) for (const oldest of kept.keys().take(1)) kept.delete(oldest);
      if (found instanceof TemplateError) throw new TemplateError(found.message, found.line);
      return found;
    };
  };
  return { template: cached(compileTemplate), expression: cached(compileExpression) };
}

function attempt(compile: () => Template): Template | TemplateError {
  try {
    return compile();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
