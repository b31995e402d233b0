/**
 * Takes the secrets out of links to files. Such a link opens its file without a key, so it must not stand in anything
 * that leaves the service or that people share: exports, tests, and what they are compared with.
 */
import { FILE_LINK_PATH } from '../booster/storage/links.ts';
import { isObject } from '../platform/is-object.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const SECRET = '[\\w-]{43}';
/** The characters of links as texts contain them: as they are, in HTML, in JSON for HTML, and in queries of other URLs. */
const AND = '(?:&(?:amp;|#38;)?|\\\\u0026|%26)';
const encoded = (text: string) =>
  [...text]
    .map(character => (/\w/.test(character) ? character : `(?:\\${character}|${encodeURIComponent(character)})`))
    .join('');

const ATTACHMENT = new RegExp(`(${encoded('/file?id=')}${UUID}${AND}secret${encoded('=')})${SECRET}`, 'gi');
/** Links without an expiry belong to folders whose files are public. */
const STORED_FILE = new RegExp(
  `(${encoded(`${FILE_LINK_PATH}/`)}${UUID}${encoded('/')}[1-9]\\d{0,11}-[dv]-)${SECRET}`,
  'gi',
);

/** For PostgreSQL, which understands the same patterns. */
export const LINK_PATTERNS: readonly RegExp[] = [ATTACHMENT, STORED_FILE];

/** The text of the links stays, so that people see which file was meant. */
export function withoutWorkingLinks(text: string): string {
  return text.replaceAll(ATTACHMENT, '$1').replaceAll(STORED_FILE, '$1');
}

/** Everybody who sees a draft sees its pins, which are outputs of somebody's runs. */
export function withoutLinksInPins(definition: unknown): unknown {
  if (!isObject(definition) || !isObject(definition.editor) || !('pins' in definition.editor)) return definition;
  const { editor } = definition;
  const pins = valueWithoutWorkingLinks(editor.pins);
  return pins === editor.pins ? definition : { ...definition, editor: { ...editor, pins } };
}

/** The same for a JSON value. */
export function valueWithoutWorkingLinks<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  const cleaned = withoutWorkingLinks(text);
  return cleaned === text ? value : JSON.parse(cleaned);
}
