/** Colours of JSON in which texts may be templates. */
import { explain } from '../look/explain.ts';
import * as texts from '../texts/templates.ts';
import { type TemplateToken, type TokenKind, tokenize } from './tokens.ts';

export type JsonTokenKind = TokenKind | 'key';

export interface JsonToken extends Omit<TemplateToken, 'kind'> {
  readonly kind: JsonTokenKind;
}

const JSON_TOKEN = /"(?:\\.|[^"\\\n])*"?|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\b(?:true|false|null)\b/gi;

export function tokenizeJson(source: string): JsonToken[] {
  return [...source.matchAll(JSON_TOKEN)].flatMap((match): JsonToken[] => {
    const [text] = match;
    const from = match.index;
    const to = from + text.length;
    if (!text.startsWith('"')) return [{ kind: /^[tfn]/i.test(text) ? 'constant' : 'number', from, to }];
    if (/^\s*:/.test(source.slice(to, to + 20))) return [{ kind: 'key', from, to }];
    if (!/\{[{%#]/.test(text)) return [{ kind: 'string', from, to }];
    return tokenize(text, 'template').map(token => ({
      kind: token.kind === 'text' ? 'string' : token.kind,
      from: token.from + from,
      to: token.to + from,
    }));
  });
}

/** Where a text is not JSON, for the line under the field. */
export function describeJsonProblem(text: string): { message: string; line?: number } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = explain(error);
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    return { message: texts.notJSON(message), ...(line !== undefined && { line }) };
  }
}
