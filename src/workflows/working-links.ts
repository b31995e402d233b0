/**
 * Takes the secrets out of links to files. Such a link opens its file without a key, so it must not stand in anything
 * that leaves the service or that people share: exports, tests, and what they are compared with.
 */
import { LINK_PATH } from '../booster/storage/links.ts';

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
  `(${encoded(`${LINK_PATH}/`)}${UUID}${encoded('/')}[1-9]\\d{0,11}-[dv]-)${SECRET}`,
  'gi',
);

/** The text of the links stays, so that people see which file was meant. */
export function withoutWorkingLinks(text: string): string {
  return text.replaceAll(ATTACHMENT, '$1').replaceAll(STORED_FILE, '$1');
}

/** The same for a JSON value. */
export function valueWithoutWorkingLinks<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  if (text === undefined) return value;
  const cleaned = withoutWorkingLinks(text);
  return cleaned === text ? value : JSON.parse(cleaned);
}
