/** Answers the requests of the page inside of the worker. */
import type { Texts } from '../../../src/engine/node-rules.ts';
import { buildContext, type Evaluated, evaluateParam, type PreviewContext } from './evaluation.ts';
import type { PlaceData } from './preview-data.ts';
import { type Rendered, renderInput } from './rendered-input.ts';

/** The data of a place is sent once, and then named by its key. */
export type PreviewRequest =
  | { readonly type: 'place'; readonly key: number; readonly data: PlaceData }
  | { readonly type: 'forget'; readonly key: number }
  | { readonly type: 'evaluate'; readonly key: number; readonly value: unknown; readonly texts: Texts }
  | {
      readonly type: 'render';
      readonly key: number;
      readonly params: Readonly<Record<string, unknown>>;
      readonly texts: Texts;
      readonly schema: unknown;
    }
  | { readonly type: 'loop'; readonly key: number };

export type PreviewReply =
  | { readonly type: 'evaluated'; readonly evaluated: Evaluated }
  | { readonly type: 'rendered'; readonly rendered: Rendered }
  /** The variable `loop`, or undefined when its items are not known. */
  | { readonly type: 'loop'; readonly loop: unknown };

export class PreviewSession {
  readonly #now: () => number;
  readonly #places = new Map<number, { data: PlaceData; context?: PreviewContext }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  answer(request: PreviewRequest): PreviewReply | undefined {
    switch (request.type) {
      case 'place':
        this.#places.set(request.key, { data: request.data });
        return undefined;
      case 'forget':
        this.#places.delete(request.key);
        return undefined;
      case 'evaluate':
        return {
          type: 'evaluated',
          evaluated: evaluateParam(request.value, request.texts, this.#context(request.key), this.#now),
        };
      case 'render':
        return { type: 'rendered', rendered: renderInput(request, this.#context(request.key), this.#now) };
      case 'loop':
        return { type: 'loop', loop: this.#context(request.key).context.loop };
    }
  }

  #context(key: number): PreviewContext {
    const place = this.#places.get(key);
    if (!place) return { context: { steps: {} }, random: () => 0 };
    place.context ??= buildContext(place.data, this.#now);
    return place.context;
  }
}
