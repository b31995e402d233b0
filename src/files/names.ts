/** What files are called, and of what type they are: as their senders say, where that can be kept. */
import { limits } from '../limits.ts';

const UNNAMED = 'file';
const UNKNOWN_TYPE = 'application/octet-stream';
/** The longest ending that a shortened name keeps. */
const ENDING_CHARACTERS = 20;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** As in RFC 9110, so that it is a whole header and nothing more. */
const CONTENT_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})((?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"[ !#-\\[\\]-~]*"))*)$`);

/** The last part of a path, without control characters, and never empty. */
export function cleanFilename(given: string): string {
  const name = given
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim();
  return name === undefined || /^\.{0,2}$/.test(name) ? UNNAMED : shortened(name);
}

/** The type that was given, if it is one; otherwise by the name's ending. */
export function contentTypeOf(given: string | undefined, filename: string): string {
  const trimmed = given?.trim() ?? '';
  const [, type, parameters] = (trimmed.length <= limits.contentTypeCharacters && CONTENT_TYPE.exec(trimmed)) || [];
  if (type !== undefined) return type.toLowerCase() + (parameters ?? '');
  return TYPES.get(filename.split('.').slice(1).at(-1)?.toLowerCase() ?? '') ?? UNKNOWN_TYPE;
}

function shortened(name: string): string {
  if (name.length <= limits.filenameCharacters) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_CHARACTERS ? name.slice(dot) : '';
  const cut = name.slice(0, limits.filenameCharacters - ending.length);
  // Where the cut went through a pair of surrogates, the half that is left goes too.
  return cut.replace(/[\ud800-\udbff]$/, '') + ending;
}

const TYPES = new Map([
  ['avif', 'image/avif'],
  ['csv', 'text/csv'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['eml', 'message/rfc822'],
  ['gif', 'image/gif'],
  ['gz', 'application/gzip'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['ics', 'text/calendar'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
  ['m4a', 'audio/mp4'],
  ['md', 'text/markdown'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ogg', 'audio/ogg'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['rtf', 'application/rtf'],
  ['svg', 'image/svg+xml'],
  ['tsv', 'text/tab-separated-values'],
  ['txt', 'text/plain'],
  ['wav', 'audio/wav'],
  ['webm', 'video/webm'],
  ['webp', 'image/webp'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['zip', 'application/zip'],
]);
