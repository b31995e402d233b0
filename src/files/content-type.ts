/**
 * Recognises the type of a file by its content, and decides with which type the file is stored.
 *
 * The recognised type wins over the declared one, and that over the one that the name suggests. A file that is declared
 * as an image or a PDF must be one, because these are shown to people without a further check.
 */
import { contentNotOfType, contentTypeMismatch } from '../errors.ts';
import { markupType } from './markup.ts';
import { guessContentType, parseDeclaredType, UNKNOWN_TYPE } from './names.ts';

/** As much of a file's beginning as `recogniseContentType` needs. */
export const HEAD_BYTES = 64 * 1024;

/** Returns a type without parameters. Never throws, and takes linear time, whatever the bytes are. */
export function recogniseContentType(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES));
  const text = bytes.toString('latin1');
  if (PDF.test(text)) return 'application/pdf';
  // A text is never a binary format, even if it begins like one, such as `RIFF, a WAVE`.
  return (BINARY.test(text) ? mediaType(bytes, text) : undefined) ?? markupType(bytes);
}

/** Whether `recogniseContentType` recognises content of this type. */
export function isRecognisable(type: string): boolean {
  return RECOGNISABLE.has(type);
}

/**
 * Returns the type with which a file is stored. Throws `contentTypeMismatch` and `contentNotOfType`.
 *
 * @param file.declared the sender's type; ignored when it is not a content type or is `application/octet-stream`
 */
export function decideContentType(file: {
  declared: string | undefined;
  filename: string;
  recognised: string | undefined;
}): string {
  const { recognised } = file;
  const declared = parseDeclaredType(file.declared);
  const { type, parameters } = declared ?? { type: guessContentType(file.filename), parameters: '' };
  if (recognised === undefined && mustMatchContent(type)) {
    if (!declared) return UNKNOWN_TYPE;
    if (isRecognisable(type)) throw contentNotOfType(type);
  }
  if (recognised === undefined || recognised === type || SUBTYPES.get(recognised)?.includes(type))
    return type + parameters;
  if (declared && mustMatchContent(type) && !RELATED_TYPES.get(type)?.includes(recognised))
    throw contentTypeMismatch(recognised, type);
  return recognised;
}

function mustMatchContent(type: string): boolean {
  return type.startsWith('image/') || type === 'application/pdf';
}

const RECOGNISABLE = new Set([
  'application/pdf',
  'application/xhtml+xml',
  'application/xml',
  'audio/aac',
  'audio/flac',
  'audio/midi',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/jxl',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/vnd.microsoft.icon',
  'image/webp',
  'text/html',
  'video/3gpp',
  'video/3gpp2',
  'video/mp2t',
  'video/mp4',
  'video/mpeg',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
  'video/x-msvideo',
]);

/**
 * Maps a recognised type to more specific ones whose heads look the same. A sender who declares one of these is
 * believed.
 */
const SUBTYPES = new Map([
  ['application/xhtml+xml', ['text/html']],
  [
    'image/tiff',
    ['image/x-adobe-dng', 'image/x-canon-cr2', 'image/x-nikon-nef', 'image/x-pentax-pef', 'image/x-sony-arw'],
  ],
  ['video/3gpp', ['audio/3gpp']],
  ['video/3gpp2', ['audio/3gpp2']],
  ['video/mp4', ['audio/mp4']],
  ['video/webm', ['audio/webm']],
  ['video/x-matroska', ['audio/x-matroska']],
]);

/** Maps a declared type to recognised ones that are accepted and stored instead. */
const RELATED_TYPES = new Map([
  ['image/heic', ['image/heif']],
  ['image/heif', ['image/heic', 'image/avif']],
]);

const PDF = /^(?:\u00ef\u00bb\u00bf)?[\t\n\f\r ]*%PDF-/;
/** Control characters other than white space, and 255, which never occurs in UTF-8. */
const BINARY = /[^\t\n\f\r -\u00fe]/;

function mediaType(bytes: Buffer, text: string): string | undefined {
  const signature = SIGNATURES.find(
    ({ at = 0, begins, has = '' }) => text.startsWith(begins) && text.startsWith(has, at),
  );
  if (signature) return signature.type;
  if (text.startsWith('ID3')) return taggedType(bytes);
  if (text.startsWith('OggS\0')) return oggType(bytes, text);
  if (text.startsWith('\x1aE\xdf\xa3')) return matroskaType(bytes, text);
  if (text.startsWith('ftyp', 4)) return isoMediaType(bytes, text);
  return FORMATS.find(({ fits }) => fits(bytes, text))?.type;
}

const SIGNATURES: { type: string; begins: string; at?: number; has?: string }[] = [
  { type: 'image/png', begins: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', begins: '\xff\xd8\xff' },
  { type: 'image/webp', begins: 'RIFF', at: 8, has: 'WEBPVP8' },
  { type: 'image/tiff', begins: 'II*\0' },
  { type: 'image/tiff', begins: 'MM\0*' },
  { type: 'image/tiff', begins: 'II+\0\x08\0\0\0' },
  { type: 'image/tiff', begins: 'MM\0+\0\x08\0\0' },
  { type: 'image/jxl', begins: '\xff\x0a' },
  { type: 'image/jxl', begins: '\0\0\0\x0cJXL \r\n\x87\n' },
  { type: 'audio/wav', begins: 'RIFF', at: 8, has: 'WAVE' },
  { type: 'audio/wav', begins: 'RF64', at: 8, has: 'WAVEds64' },
  { type: 'audio/flac', begins: 'fLaC\0\0\0\x22' },
  { type: 'audio/flac', begins: 'fLaC\x80\0\0\x22' },
  { type: 'audio/midi', begins: 'MThd\0\0\0\x06\0' },
  { type: 'video/x-msvideo', begins: 'RIFF', at: 8, has: 'AVI LIST' },
  // QuickTime wrote these before `ftyp` existed.
  { type: 'video/quicktime', begins: '\0', at: 4, has: 'moov\0' },
  { type: 'video/quicktime', begins: '\0\0\0\x08wide', at: 12, has: 'mdat' },
];

const FORMATS: { type: string; fits(bytes: Buffer, text: string): boolean }[] = [
  { type: 'image/gif', fits: isGif },
  { type: 'image/bmp', fits: isBmp },
  { type: 'image/vnd.microsoft.icon', fits: isIcon },
  { type: 'audio/mpeg', fits: bytes => hasFrames(bytes, mpegFrame) },
  { type: 'audio/aac', fits: bytes => hasFrames(bytes, adtsFrame) },
  { type: 'video/mpeg', fits: isProgramStream },
  { type: 'video/mp2t', fits: isTransportStream },
];

/** A block must begin after the sizes and the colours. */
function isGif(bytes: Buffer, text: string): boolean {
  const packed = bytes[10] ?? 0;
  const coloursBytes = packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
  return /^GIF8[79]a/.test(text) && ['!', ',', ';'].includes(text[13 + coloursBytes] ?? '');
}

/** The file must have one of the existing headers, and one plane. */
function isBmp(bytes: Buffer, text: string): boolean {
  const headerBytes = number(bytes, 14, 'little', 4);
  const planes = number(bytes, headerBytes === 12 ? 22 : 26, 'little', 2);
  return text.startsWith('BM') && [12, 16, 40, 52, 56, 64, 108, 124].includes(headerBytes) && planes === 1;
}

/** The first image must follow the list of images. */
function isIcon(bytes: Buffer, text: string): boolean {
  const images = number(bytes, 4, 'little', 2);
  const planes = number(bytes, 10, 'little', 2);
  const start = number(bytes, 18, 'little', 4);
  return text.startsWith('\0\0\x01\0') && images > 0 && bytes[9] === 0 && planes <= 1 && start >= 6 + 16 * images;
}

/** The file begins with a pack header of MPEG-1 or MPEG-2. */
function isProgramStream(bytes: Buffer, text: string): boolean {
  const mark = bytes[4] ?? 0;
  return text.startsWith('\0\0\x01\xba') && ((mark & 0xf1) === 0x21 || (mark & 0xc4) === 0x44);
}

/** The file begins with five packets in a row. */
function isTransportStream(_bytes: Buffer, text: string): boolean {
  return [0, 188, 376, 564, 752].every(at => text[at] === 'G');
}

/** In ISO base media the major brand decides, unless it is a general one and a compatible brand is more specific. */
function isoMediaType(bytes: Buffer, text: string): string | undefined {
  const boxBytes = number(bytes, 0, 'big', 4);
  if (!(boxBytes >= 16 && boxBytes <= 4096 && boxBytes % 4 === 0)) return undefined;
  const major = text.slice(8, 12);
  const compatible = text.slice(16, boxBytes).match(/.{4}/gs) ?? [];
  const image = compatible.map(brand => IMAGE_BRANDS.get(brand)).find(type => type !== undefined);
  const own = IMAGE_BRANDS.get(major) ?? VIDEO_BRANDS.find(([brand]) => brand.test(major))?.[1];
  if (own !== undefined) return own;
  if (image !== undefined) return image;
  if (/^(mif1|msf1|miaf)$/.test(major)) return 'image/heif';
  const isMp4 = MP4_BRAND.test(major) || compatible.some(brand => /^mp4[12]$/.test(brand));
  return isMp4 ? 'video/mp4' : undefined;
}

const IMAGE_BRANDS = new Map([
  ['avif', 'image/avif'],
  ['avis', 'image/avif'],
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'].map((brand): [string, string] => [
    brand,
    'image/heic',
  ]),
]);
const VIDEO_BRANDS: [brand: RegExp, type: string][] = [
  [/^M4[ABP] $/, 'audio/mp4'],
  [/^qt {2}$/, 'video/quicktime'],
  [/^3g2/, 'video/3gpp2'],
  [/^3g[egprst]/, 'video/3gpp'],
];
const MP4_BRAND = /^(iso[m2-9]|mp4[12]|mp71|avc1|dash|mmp4|MSNV|M4V[ HP]|f4v |cmfc|hvc1)$/;

/** All streams of an Ogg file begin before any of them continues. */
function oggType(bytes: Buffer, text: string): string {
  const BEGINS_STREAM = 2;
  let at = 0;
  while (text.startsWith('OggS\0', at) && (bytes[at + 5] ?? 0) & BEGINS_STREAM) {
    const segments = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0));
    at += 27 + segments.length;
    if (text.startsWith('\x80theora', at)) return 'video/ogg';
    at += segments.reduce((sum, segmentBytes) => sum + segmentBytes, 0);
  }
  return 'audio/ogg';
}

/** The DocType in the EBML header decides. It consists of an id, a length of variable size, and a text. */
function matroskaType(bytes: Buffer, text: string): string | undefined {
  const at = text.slice(0, 100).indexOf('B\x82');
  const lengthBytes = Math.clz32(bytes[at + 2] ?? 0) - 23;
  if (at < 0) return undefined;
  if (text.startsWith('webm', at + 2 + lengthBytes)) return 'video/webm';
  return text.startsWith('matroska', at + 2 + lengthBytes) ? 'video/x-matroska' : undefined;
}

/** Finds what follows an ID3v2 tag, which not only MP3 files have. */
function taggedType(bytes: Buffer): string | undefined {
  const [version = 0, revision = 0, flags = 0, ...size] = bytes.subarray(3, 10);
  if (version < 2 || version > 4 || revision === 0xff || (flags & 0x0f) !== 0) return undefined;
  if (size.length < 4 || size.some(byte => byte >= 0x80)) return undefined;
  const tagBytes = 10 + size.reduce((sum, byte) => sum * 0x80 + byte, 0) + (flags & 0x10 ? 10 : 0);
  const tagged = bytes.subarray(tagBytes);
  if (tagged.toString('latin1', 0, 4) === 'fLaC') return 'audio/flac';
  return tagged.length > 0 && hasFrames(tagged, adtsFrame) ? 'audio/aac' : 'audio/mpeg';
}

interface Frame {
  bytes: number;
  /** The properties that all frames of a file share. */
  kind: string;
}

/** Looks for a frame and, if the head is long enough, a second one, because a single header often occurs by chance. */
function hasFrames(bytes: Buffer, frameAt: (bytes: Buffer, at: number) => Frame | undefined): boolean {
  const HEADER_BYTES = 7;
  const first = frameAt(bytes, 0);
  if (first === undefined || first.bytes + HEADER_BYTES > bytes.length) return first !== undefined;
  return frameAt(bytes, first.bytes)?.kind === first.kind;
}

const KILOBITS_PER_SECOND = {
  mpeg1Layer3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg1Layer2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Only layers 2 and 3: a frame of layer 1 may begin like the byte-order mark of UTF-16. */
function mpegFrame(bytes: Buffer, at: number): Frame | undefined {
  const [sync = 0, mode = 0, rates = 0, last = 0] = bytes.subarray(at, at + 4);
  const version = (mode >> 3) & 3;
  const layer = 4 - ((mode >> 1) & 3);
  const isSound = sync === 0xff && mode >= 0xe0 && version !== 1 && (layer === 2 || layer === 3) && (last & 3) !== 2;
  if (!isSound) return undefined;
  const table = version !== 3 ? 'mpeg2' : layer === 3 ? 'mpeg1Layer3' : 'mpeg1Layer2';
  const kilobits = KILOBITS_PER_SECOND[table][rates >> 4];
  const hertz = [44_100, 48_000, 32_000][(rates >> 2) & 3];
  if (!kilobits || hertz === undefined) return undefined;
  const samples = layer === 3 && version !== 3 ? 576 : 1152;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const padding = (rates >> 1) & 1;
  const frameBytes = Math.floor((samples * 125 * kilobits * divisor) / hertz) + padding;
  return { bytes: frameBytes, kind: `${version} ${layer} ${hertz}` };
}

function adtsFrame(bytes: Buffer, at: number): Frame | undefined {
  const [sync = 0, mode = 0, rates = 0, ...size] = bytes.subarray(at, at + 6);
  const [high = 0, middle = 0, low = 0] = size;
  const frameBytes = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  const isSound = sync === 0xff && (mode & 0xf6) === 0xf0 && ((rates >> 2) & 15) < 13 && frameBytes >= 7;
  return isSound ? { bytes: frameBytes, kind: `${mode} ${rates >> 2}` } : undefined;
}

/** Returns NaN beyond the end, so that every comparison fails. */
function number(bytes: Buffer, at: number, order: 'big' | 'little', length: number): number {
  if (at + length > bytes.length) return Number.NaN;
  return order === 'big' ? bytes.readUIntBE(at, length) : bytes.readUIntLE(at, length);
}
