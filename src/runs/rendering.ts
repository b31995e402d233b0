/** The templates in the params of one step. */
import { isObject, type Params } from '../engine/definition.ts';
import { isTemplate, type Texts, textsOf } from '../engine/node-rules.ts';
import type { Renderer } from '../nodes/step.ts';
import { type Context, type EvaluateOptions, TemplateTimeout } from '../templates/template.ts';
import type { TemplateCache } from '../templates/template-cache.ts';

export interface RenderingOptions {
  templates: TemplateCache;
  /** Processor time in milliseconds. */
  clock: () => number;
  /** For all templates of the step together. */
  limitMs: number;
  /** What chance is derived from: the same for every try of the step, so that each sees the same values. */
  seed: string;
}

export function createRenderer(context: Context, { templates, clock, limitMs, seed }: RenderingOptions): Renderer {
  const random = seededRandom(seed);
  let endMs: number | undefined;

  function evaluate(source: string, kind: 'template' | 'expression'): unknown {
    const template = templates[kind](source);
    const nowMs = clock();
    endMs ??= nowMs + limitMs;
    if (nowMs >= endMs) throw new TemplateTimeout(`the templates take too long (more than ${limitMs} ms)`);
    const options: EvaluateOptions = { limits: { milliseconds: endMs - nowMs }, now: clock, random };
    return template.evaluate(context, options);
  }

  function template(value: unknown): unknown {
    if (typeof value === 'string') return isTemplate(value) ? evaluate(value, 'template') : value;
    if (Array.isArray(value)) return value.map(template);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, template(inner)]));
  }

  return { template, expression: source => evaluate(source, 'expression') };
}

/** The params with their templates and expressions evaluated; what is neither stays as it is. */
export function renderParams(params: Params, texts: Texts, render: Renderer): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, renderValue(value, textsOf(texts, name), render)]),
  );
}

function renderValue(value: unknown, texts: Texts, render: Renderer): unknown {
  if (texts === 'template') return render.template(value);
  if (typeof value === 'string') return texts === 'expression' ? render.expression(value) : value;
  if (Array.isArray(value)) return value.map(element => renderValue(element, texts, render));
  return isObject(value) ? renderParams(value, texts, render) : value;
}

const STALE_MS = 2;

/**
 * Processor time of this thread: a busy machine must not make templates fail. Reading it takes longer than a small
 * template, so it is read anew only when there can be something new to it.
 */
export function createProcessorClock(): () => number {
  let readAt = Number.NEGATIVE_INFINITY;
  let processorMs = 0;
  return () => {
    const now = performance.now();
    if (now - readAt > STALE_MS) {
      const { user, system } = process.threadCpuUsage();
      readAt = now;
      processorMs = (user + system) / 1000;
    }
    return processorMs;
  };
}

/** Mulberry32, from an FNV-1a hash of the seed. */
function seededRandom(seed: string): () => number {
  let state: number | undefined;
  return () => {
    state = ((state ?? hashOf(seed)) + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
