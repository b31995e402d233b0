/** Reads what a waiting step says about its wait. */
import { isObject } from '../../../src/engine/definition.ts';
import { parseJson } from '../look/json/parse-json.ts';

export interface WaitDetails {
  readonly kind: 'time' | 'call' | 'event';
  /** When it ends, or when it is given up. */
  readonly until: number;
  readonly url?: string;
  readonly event?: { readonly name: string; readonly key: string };
}

/** `output` is JSON. Returns undefined when the step waits for something else, such as a person. */
export function readWait(output: string): WaitDetails | undefined {
  const value = parseJson(output);
  if (!isObject(value) || typeof value.until !== 'number') return undefined;
  const { until, url, event } = value;
  if (typeof url === 'string') return { kind: 'call', until, url };
  if (!isObject(event)) return { kind: 'time', until };
  return { kind: 'event', until, event: { name: String(event.name), key: String(event.key) } };
}
