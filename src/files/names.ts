/** The names of files, and the types that their senders declare or their names suggest. */
import { fixedLimits } from '../configuration/limits.ts';

const UNNAMED = 'file';
/** The type of unknown content. A sender who declares it declares nothing. */
export const UNKNOWN_TYPE = 'application/octet-stream';
/** The longest ending that a shortened name keeps. */
const ENDING_CHARACTERS = 20;
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** The syntax of RFC 9110, so that the text is safe as the value of a header. */
const CONTENT_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})((?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"[ !#-\\[\\]-~]*"))*)$`);

/** Returns the last part of a path without control characters. The result is never empty. */
export function cleanFilename(filename: string): string {
  const name = filename
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim();
  return name === undefined || /^\.{0,2}$/.test(name) ? UNNAMED : shorten(name);
}

interface DeclaredType {
  /** In lower case, and without aliases. */
  type: string;
  /** As the client sent them, with the semicolon before them. */
  parameters: string;
}

/** Returns undefined when the text is not a content type, or one that says nothing about the content. */
export function parseDeclaredType(text: string | undefined): DeclaredType | undefined {
  const trimmed = text?.trim() ?? '';
  const [, written, parameters = ''] =
    (trimmed.length <= fixedLimits.contentTypeCharacters && CONTENT_TYPE.exec(trimmed)) || [];
  // A pattern such as `image/*` says what a client accepts; it is not a type.
  if (written === undefined || written.includes('*')) return undefined;
  const type = ALIASES.get(written.toLowerCase()) ?? written.toLowerCase();
  return type === UNKNOWN_TYPE ? undefined : { type, parameters };
}

/** Guesses the type by the ending of the name. */
export function guessContentType(filename: string): string {
  return TYPES.get(filename.split('.').slice(1).at(-1)?.toLowerCase() ?? '') ?? UNKNOWN_TYPE;
}

function shorten(name: string): string {
  if (name.length <= fixedLimits.filenameCharacters) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_CHARACTERS ? name.slice(dot) : '';
  const cut = name.slice(0, fixedLimits.filenameCharacters - ending.length);
  // The cut may have split a surrogate pair, whose first half is removed too.
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

/** Maps other names in use to the name under which a type is stored. */
const ALIASES = new Map([
  ['application/acrobat', 'application/pdf'],
  ['application/x-pdf', 'application/pdf'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/mid', 'audio/midi'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-aac', 'audio/aac'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-midi', 'audio/midi'],
  ['audio/x-mp3', 'audio/mpeg'],
  ['audio/x-mpeg', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['binary/octet-stream', UNKNOWN_TYPE],
  ['image/apng', 'image/png'],
  ['image/avif-sequence', 'image/avif'],
  ['image/heic-sequence', 'image/heic'],
  ['image/heif-sequence', 'image/heif'],
  ['image/ico', 'image/vnd.microsoft.icon'],
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/svg', 'image/svg+xml'],
  ['image/tif', 'image/tiff'],
  ['image/x-bmp', 'image/bmp'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['image/x-png', 'image/png'],
  ['image/x-tiff', 'image/tiff'],
  ['image/x-windows-bmp', 'image/bmp'],
  ['text/xml', 'application/xml'],
  ['video/avi', 'video/x-msvideo'],
  ['video/msvideo', 'video/x-msvideo'],
  ['video/x-m4v', 'video/mp4'],
]);
