/** Paths into the variables of templates: `steps.call.output.rows[0]['first name']`. */

export type PathPart = string | number;
export type Path = readonly PathPart[];

const NAME = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

/** Words that the parser would not read as the name of a variable. After a dot they are names like any other. */
const RESERVED = new Set(['true', 'false', 'none', 'not', 'and', 'or', 'in', 'is', 'if', 'else']);

/** Writes a path as a template reads it. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part, index) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!NAME.test(part) || (index === 0 && RESERVED.has(part))) return `${text}[${quoteText(part)}]`;
    return index === 0 ? part : `${text}.${part}`;
  }, '');
}

export function isName(text: string): boolean {
  return NAME.test(text);
}

export function quoteText(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** Returns the value at a path, or undefined when there is none. Only own properties count. */
export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    return Reflect.get(value, part);
  }, root);
}
