import { type JSONValue, search } from '@jmespath-community/jmespath';
import { BadInput } from '../contract/bad-input.ts';
import { boundedJson } from '../contract/bounded-json.ts';
import { decodeText } from '../text/text-decoding.ts';

/** Data are sent as JSON text, because a structured copy would block the event loop for twice as long. */
export type QueryInput = { expression: string } & ({ json: string } | { content: Uint8Array });

export default function query(input: QueryInput): string {
  const data = parse('content' in input ? decodeText(input.content) : input.json);
  return boundedJson(evaluate(data, input.expression));
}

function parse(text: string): JSONValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadInput(`The file is not JSON: ${explain(error)}`);
  }
}

function evaluate(data: JSONValue, expression: string): unknown {
  try {
    return search(data, expression);
  } catch (error) {
    throw new BadInput(`The expression can not be evaluated: ${explain(error)}`);
  }
}

function explain(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  return error instanceof Error ? error.message.slice(0, 300) : String(error);
}
