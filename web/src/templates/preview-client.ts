/**
 * Sends templates to the worker and waits for its answers. The budgets of the interpreter stop nearly every template
 * that runs too long. Whatever they miss is stopped here: the worker is ended, and a new one continues with the rest.
 *
 *   request ──▶ pending ──▶ answered
 *                  └── the oldest waits too long ──▶ new worker: the oldest fails, the others are sent again
 */

import type { Texts } from '../../../src/engine/node-rules.ts';
import { explain } from '../look/explain.ts';
import * as texts from '../texts/templates.ts';
import type { Evaluated } from './evaluation.ts';
import type { PlaceData } from './preview-data.ts';
import type { PreviewReply, PreviewRequest } from './preview-session.ts';
import type { Rendered } from './rendered-input.ts';

export interface PreviewClient {
  /** Evaluates a param: a text of its kind, or JSON with such texts in it. */
  evaluate(place: PlaceData, value: unknown, texts: Texts): Promise<Evaluated>;
  render(
    place: PlaceData,
    options: { params: Readonly<Record<string, unknown>>; texts: Texts; schema: unknown },
  ): Promise<Rendered>;
  /** The variable `loop` at a place, or undefined when it is not known. */
  loop(place: PlaceData): Promise<unknown>;
}

/** What the client needs of a worker. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { data: { id: number; reply: PreviewReply } }) => void): void;
}

interface Options {
  createWorker(): WorkerLike;
  timeoutMs: number;
}

interface Pending {
  readonly place: PlaceData;
  toRequest(key: number): PreviewRequest;
  resolve(reply: PreviewReply): void;
  reject(error: Error): void;
}

const KEPT_PLACES = 6;

export const TOO_LONG = texts.templateTakesTooLong;

export function createPreviewClient({ createWorker, timeoutMs }: Options): PreviewClient {
  const pending = new Map<number, Pending>();
  let worker: WorkerLike | undefined;
  /** The places that the present worker knows. The one that was used last stands last. */
  const keys = new Map<PlaceData, number>();
  let lastKey = 0;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(): WorkerLike {
    const started = createWorker();
    keys.clear();
    started.addEventListener('message', ({ data: { id, reply } }) => {
      if (started !== worker) return;
      pending.get(id)?.resolve(reply);
      pending.delete(id);
      watch();
    });
    return started;
  }

  function send(id: number, { place, toRequest }: Pending): void {
    worker ??= start();
    const known = keys.get(place);
    const key = known ?? ++lastKey;
    keys.delete(place);
    keys.set(place, key);
    if (known === undefined) {
      worker.postMessage({ id: 0, request: { type: 'place', key, data: place } satisfies PreviewRequest });
      forgetOldest(worker);
    }
    worker.postMessage({ id, request: toRequest(key) });
  }

  /** The data of a run can be large, so that the worker keeps only what was used last. */
  function forgetOldest(of: WorkerLike): void {
    const [oldest] = keys;
    if (!oldest || keys.size <= KEPT_PLACES) return;
    keys.delete(oldest[0]);
    of.postMessage({ id: 0, request: { type: 'forget', key: oldest[1] } satisfies PreviewRequest });
  }

  /** Waits for the oldest request, as the worker answers them in their order. */
  function watch(): void {
    clearTimeout(timer);
    timer = pending.size === 0 ? undefined : setTimeout(giveUp, timeoutMs);
  }

  function giveUp(): void {
    worker?.terminate();
    worker = undefined;
    const [oldest] = pending;
    if (oldest) {
      pending.delete(oldest[0]);
      oldest[1].reject(new Error(TOO_LONG));
    }
    for (const [id, request] of pending) send(id, request);
    watch();
  }

  function ask(place: PlaceData, toRequest: Pending['toRequest']): Promise<PreviewReply> {
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      const request = { place, toRequest, resolve, reject };
      pending.set(id, request);
      send(id, request);
      if (pending.size === 1) watch();
    });
  }

  return {
    async evaluate(place, value, texts) {
      try {
        const reply = await ask(place, key => ({ type: 'evaluate', key, value, texts }));
        return reply.type === 'evaluated' ? reply.evaluated : unexpected();
      } catch (error) {
        return { kind: 'error', message: messageOf(error), isSyntax: false };
      }
    },
    async render(place, { params, texts, schema }) {
      const reply = await ask(place, key => ({ type: 'render', key, params, texts, schema }));
      return reply.type === 'rendered' ? reply.rendered : unexpected();
    },
    async loop(place) {
      const reply = await ask(place, key => ({ type: 'loop', key })).catch(() => undefined);
      return reply?.type === 'loop' ? reply.loop : undefined;
    },
  };
}

function unexpected(): never {
  throw new Error('the worker gave another answer than it was asked for');
}

function messageOf(error: unknown): string {
  return explain(error);
}
