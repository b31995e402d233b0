import { BadInput } from '../contract/bad-input.ts';
import { boundedJson } from '../contract/bounded-json.ts';

export interface ExtractInput {
  text: string;
  pattern: string;
  flags: string;
  limit: number;
}

export interface Match {
  text: string;
  index: number;
  groups: (string | null)[];
  named: Record<string, string | null>;
}

export default function extract({ text, pattern, flags, limit }: ExtractInput): string {
  const found = text.matchAll(compile(pattern, flags)).take(limit);
  return boundedJson(Array.from(found, toMatch));
}

function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new BadInput(`'pattern' is not a regular expression: ${why}`.slice(0, 300));
  }
}

function toMatch(match: RegExpExecArray): Match {
  const [text, ...groups] = match;
  const named = Object.entries(match.groups ?? {}).map(([name, group]) => [name, group ?? null]);
  return { text, index: match.index, groups: groups.map(group => group ?? null), named: Object.fromEntries(named) };
}
