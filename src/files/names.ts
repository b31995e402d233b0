/** What files are called, and of what type they are as far as their senders and their names tell. */
import { fixedLimits } from '../configuration/limits.ts';

const UNNAMED = 'file';
/** Of content of which nothing is known: who sends it says nothing. */
export const UNKNOWN_TYPE = 'application/octet-stream';
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

export interface DeclaredType {
  /** In lower case, under its usual name. */
  type: string;
  /** As they were sent, with the semicolon before them. */
  parameters: string;
}

/** What a file's sender says that it is, if that is a type and says anything. */
export function parseDeclaredType(given: string | undefined): DeclaredType | undefined {
  const trimmed = given?.trim() ?? '';
  const [, written, parameters = ''] =
    (trimmed.length <= fixedLimits.contentTypeCharacters && CONTENT_TYPE.exec(trimmed)) || [];
  // What could be anything of a kind, such as `image/*`, is what a client accepts, and no type.
  if (written === undefined || written.includes('*')) return undefined;
  const type = ALIASES.get(written.toLowerCase()) ?? written.toLowerCase();
  return type === UNKNOWN_TYPE ? undefined : { type, parameters };
}

/** By the name's ending. */
export function guessContentType(filename: string): string {
  return TYPES.get(filename.split('.').slice(1).at(-1)?.toLowerCase() ?? '') ?? UNKNOWN_TYPE;
}

function shortened(name: string): string {
  if (name.length <= fixedLimits.filenameCharacters) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_CHARACTERS ? name.slice(dot) : '';
  const cut = name.slice(0, fixedLimits.filenameCharacters - ending.length);
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

/** Other names that are in use, of types that are stored under one. */
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
