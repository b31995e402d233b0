/**
 * The pages of the reference with generated parts. A part stands between `<!-- begin name -->` and `<!-- end name -->`;
 * what surrounds it is written by hand.
 */
import { nodeTypesSection, sharedParams } from './node-types.ts';

export interface GeneratedPage {
  readonly file: string;
  readonly parts: Readonly<Record<string, () => string | Promise<string>>>;
}

export const generatedPages: readonly GeneratedPage[] = [
  {
    file: 'node-types.md',
    parts: { 'node types': nodeTypesSection, retry: () => sharedParams('retry'), flow: () => sharedParams('flow') },
  },
];

/** Returns the text of a page with its parts as they are to be. */
export async function fillPage(text: string, { file, parts }: GeneratedPage): Promise<string> {
  let filled = text;
  for (const [name, generate] of Object.entries(parts)) {
    const begin = `<!-- begin ${name} -->`;
    const end = `<!-- end ${name} -->`;
    const from = filled.indexOf(begin);
    const to = filled.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${file} has no place for '${name}'`);
    filled = `${filled.slice(0, from + begin.length)}\n\n${(await generate()).trim()}\n\n${filled.slice(to)}`;
  }
  return filled;
}
