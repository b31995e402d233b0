/** Evaluates the templates and expressions in the params of one step. */
import type { Params } from '../../engine/definition.ts';
import { fieldTexts, isTemplate, type Texts } from '../../engine/node-rules.ts';
import { extendPointer, type RenderedParams } from '../../engine/printed-params.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import type { Renderer } from '../../nodes/step.ts';
import { isObject } from '../../platform/is-object.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { type Context, type EvaluateOptions, TemplateTimeout } from '../../templates/template.ts';

interface RenderingOptions {
  templates: TemplateCache;
  /** Returns processor time in milliseconds. */
  clock: () => number;
  /** The processor time for all templates of the step together. */
  limitMs: number;
  /** The seed of random numbers. It is the same for every attempt of the step, so that each sees the same values. */
  seed: string;
}

export interface StepRenderer extends Renderer {
  /** The template or expression that was evaluated last, for errors. */
  readonly lastSource: string;
}

export function createRenderer(context: Context, { templates, clock, limitMs, seed }: RenderingOptions): StepRenderer {
  const random = seededRandom(seed);
  let endMs: number | undefined;
  let lastSource = '';

  function evaluate(source: string, kind: 'template' | 'expression', onScalar?: (text: string) => void): unknown {
    lastSource = source;
    const template = templates[kind](source);
    const nowMs = clock();
    endMs ??= nowMs + limitMs;
    if (nowMs >= endMs) throw new TemplateTimeout(`the templates take too long (more than ${limitMs} ms)`);
    const options: EvaluateOptions = {
      limits: { milliseconds: endMs - nowMs },
      now: clock,
      random,
      ...(onScalar && { onScalar }),
    };
    return template.evaluate(context, options);
  }

  function template(value: unknown, onScalar?: OnScalar, pointer = ''): unknown {
    if (typeof value === 'string') {
      if (!isTemplate(value)) return value;
      return evaluate(value, 'template', onScalar && (text => onScalar(pointer, text)));
    }
    if (Array.isArray(value)) return value.map((inner, index) => template(inner, onScalar, `${pointer}/${index}`));
    if (!isObject(value)) return value;
    // Only those who are told of scalars need to know where they are.
    const extend = onScalar ? extendPointer : () => '';
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, template(inner, onScalar, extend(pointer, key))]),
    );
  }

  return {
    template: (value, onScalar) => template(value, onScalar),
    expression: source => evaluate(source, 'expression'),
    get lastSource() {
      return lastSource;
    },
  };
}

type OnScalar = (pointer: string, text: string) => void;

/** Evaluates the templates and expressions in the params. Other values stay as they are. */
export function renderParams(params: Params, texts: Texts, render: Renderer): RenderedParams {
  const printed: [string, string][] = [];

  function object(value: Params, kind: Texts, pointer: string): Params {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        any(inner, fieldTexts(kind, name), extendPointer(pointer, name)),
      ]),
    );
  }

  function any(value: unknown, kind: Texts, pointer: string): unknown {
    if (kind === 'template') return render.template(value, (below, text) => printed.push([pointer + below, text]));
    if (typeof value === 'string') return kind === 'expression' ? render.expression(value) : value;
    if (Array.isArray(value)) return value.map((inner, index) => any(inner, kind, `${pointer}/${index}`));
    return isObject(value) ? object(value, kind, pointer) : value;
  }

  const rendered = object(params, texts, '');
  return { params: rendered, printed: Object.fromEntries(printed) };
}
