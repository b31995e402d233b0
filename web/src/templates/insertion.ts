/** What happens to the text of a field when a value of earlier data is inserted into it. */
import { formatPath, type Path } from './paths.ts';
import { codeRegionAt, type TemplateMode } from './tokens.ts';

export interface Insertion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Where the caret stands afterwards. */
  readonly caret: number;
}

/** Inside of braces a value is its path. Elsewhere the path gets braces of its own. */
export function insertPath(
  source: string,
  selection: { from: number; to: number },
  path: Path,
  mode: TemplateMode,
): Insertion {
  const { from, to } = selection;
  const written = formatPath(path);
  const region = codeRegionAt(source, from, mode);
  const text = region ? spaced(source, from, to, written) : `{{ ${written} }}`;
  return { from, to, text, caret: from + text.length };
}

/** Applies an insertion to a text. */
export function applyInsertion(source: string, { from, to, text }: Insertion): string {
  return source.slice(0, from) + text + source.slice(to);
}

/** Keeps the path apart from names and braces beside it. */
function spaced(source: string, from: number, to: number, written: string): string {
  const before = source.charAt(from - 1);
  const after = source.charAt(to);
  const left = /[\p{ID_Continue}{%)\]]/u.test(before) ? ' ' : '';
  const right = /[\p{ID_Continue}}%]/u.test(after) ? ' ' : '';
  return left + written + right;
}
