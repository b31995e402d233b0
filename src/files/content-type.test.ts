import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { contentNotOfType } from '../errors.ts';
import { decideContentType, HEAD_BYTES, isRecognisable, recogniseContentType } from './content-type.ts';

type Sample = [name: string, type: string, bytes: Buffer];

async function realSamples(): Promise<Sample[]> {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 200, g: 30, b: 90 } } });
  const png = await image.clone().png().toBuffer();
  return [
    ['PNG', 'image/png', png],
    ['JPEG', 'image/jpeg', await image.clone().jpeg().toBuffer()],
    [
      'progressive JPEG with metadata',
      'image/jpeg',
      await image.clone().jpeg({ progressive: true }).keepMetadata().toBuffer(),
    ],
    ['GIF', 'image/gif', await image.clone().gif().toBuffer()],
    [
      'animated GIF',
      'image/gif',
      await sharp([png, png], { join: { animated: true } })
        .gif()
        .toBuffer(),
    ],
    ['WebP', 'image/webp', await image.clone().webp().toBuffer()],
    ['lossless WebP', 'image/webp', await image.clone().webp({ lossless: true }).toBuffer()],
    ['AVIF', 'image/avif', await image.clone().avif({ effort: 0 }).toBuffer()],
    ['TIFF', 'image/tiff', await image.clone().tiff().toBuffer()],
    ['BigTIFF', 'image/tiff', await image.clone().tiff({ bigtiff: true }).toBuffer()],
    ['PDF', 'application/pdf', await pdf()],
  ];
}

async function pdf(): Promise<Buffer> {
  const document = new PDFDocument();
  document.text('Hello');
  document.end();
  return Buffer.concat(await Array.fromAsync(document));
}

/** Each character stands for one byte. */
function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function ftyp(major: string, ...compatible: string[]): Buffer {
  const brands = [major, '\0\0\0\0', ...compatible].join('');
  return bytes(`\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}\0\0\0\x08mdat`);
}

function oggPage(flags: string, packet: string): string {
  return `OggS\0${flags}${'\0'.repeat(20)}\x01${String.fromCharCode(packet.length)}${packet}`;
}

function frames(header: string, frameBytes: number, count = 3): string {
  return header.padEnd(frameBytes, '\0').repeat(count);
}

const MP3 = frames('\xff\xfb\x90\x00', 417);
const AAC = frames('\xff\xf1\x50\x80\x0c\x9f\xfc', 100);
const ID3 = 'ID3\x04\0\0\0\0\x01\x00';
const TAG = ID3 + '\0'.repeat(128);
const DIB = `BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0`;
const EBML = '\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08';
const ICON = '\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0';

const handMade: Sample[] = [
  ['BMP', 'image/bmp', bytes(DIB)],
  ['BMP of OS/2', 'image/bmp', bytes('BM\x20\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x02\0\x02\0\x01\0\x18\0')],
  ['icon', 'image/vnd.microsoft.icon', bytes(ICON)],
  ['TIFF, big end first', 'image/tiff', bytes('MM\0*\0\0\0\x08')],
  ['JPEG XL', 'image/jxl', bytes('\xff\x0a\xfa\x1f\x41')],
  ['JPEG XL in boxes', 'image/jxl', bytes('\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl ')],
  ['GIF without colours of its own', 'image/gif', bytes('GIF87a\x01\0\x01\0\0\0\0,\0\0')],
  ['extended WebP', 'image/webp', bytes('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0')],
  ['AVIF sequence', 'image/avif', ftyp('avis', 'msf1', 'iso8')],
  ['AVIF by a compatible brand', 'image/avif', ftyp('mif1', 'mif1', 'avif', 'miaf')],
  ['HEIC', 'image/heic', ftyp('heic', 'mif1', 'heic')],
  ['HEIC by a compatible brand', 'image/heic', ftyp('mif1', 'heix')],
  ['HEIF', 'image/heif', ftyp('mif1', 'mif1')],
  ['PDF after a mark and white space', 'application/pdf', bytes('\xef\xbb\xbf\r\n %PDF-1.4')],
  ['MP3', 'audio/mpeg', bytes(MP3)],
  ['MP3 of one frame', 'audio/mpeg', bytes(MP3.slice(0, 417))],
  ['MP3 of MPEG-2 with padding', 'audio/mpeg', bytes(frames('\xff\xf3\x82\xc4', 209))],
  ['MP3 of MPEG-2.5', 'audio/mpeg', bytes(frames('\xff\xe3\x18\xc4', 72))],
  ['MP2', 'audio/mpeg', bytes(frames('\xff\xfd\x84\x00', 384))],
  ['MP3 with a tag', 'audio/mpeg', bytes(TAG + MP3)],
  ['MP3 with a tag that is longer than the head', 'audio/mpeg', bytes('ID3\x03\0\0\x7f\x7f\x7f\x7fAPIC')],
  ['AAC', 'audio/aac', bytes(AAC)],
  ['AAC with a tag', 'audio/aac', bytes(TAG + AAC)],
  [
    'AAC with a tag that has a footer',
    'audio/aac',
    bytes(`ID3\x04\0\x10\0\0\0\x043DI\x04\0\x10\0\0\0\x04${'\0'.repeat(4)}${AAC}`),
  ],
  ['WAV', 'audio/wav', bytes('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0')],
  ['WAV of 64 bits', 'audio/wav', bytes('RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0')],
  ['FLAC', 'audio/flac', bytes('fLaC\0\0\0\x22\x10\0')],
  ['FLAC with a tag', 'audio/flac', bytes(`${TAG}fLaC\0\0\0\x22`)],
  ['MIDI', 'audio/midi', bytes('MThd\0\0\0\x06\0\x01\0\x02\x01\xe0MTrk')],
  ['Vorbis', 'audio/ogg', bytes(oggPage('\x02', '\x01vorbis') + oggPage('\x01', '\x80theora'))],
  ['Opus', 'audio/ogg', bytes(oggPage('\x02', 'OpusHead\x01\x02'))],
  ['Theora', 'video/ogg', bytes(oggPage('\x02', '\x80theora\x03'))],
  [
    'Theora after others',
    'video/ogg',
    bytes(oggPage('\x02', 'fishead\0') + oggPage('\x02', '\x01vorbis') + oggPage('\x02', '\x80theora')),
  ],
  ['M4A', 'audio/mp4', ftyp('M4A ', 'M4A ', 'mp42', 'isom')],
  ['MP4', 'video/mp4', ftyp('isom', 'isom', 'iso2', 'avc1', 'mp41')],
  ['MP4 by a compatible brand', 'video/mp4', ftyp('XAVC', 'XAVC', 'mp42')],
  ['MP4 of a telephone', 'video/mp4', ftyp('mp42', 'isom', '3gp4')],
  ['QuickTime', 'video/quicktime', ftyp('qt  ', 'qt  ')],
  ['old QuickTime', 'video/quicktime', bytes('\0\0\0\x6cmoov\0\0\0\x64mvhd')],
  ['QuickTime that was streamed', 'video/quicktime', bytes('\0\0\0\x08wide\0\x12\x34\x56mdat')],
  ['3GP', 'video/3gpp', ftyp('3gp5', 'isom', '3gp5')],
  ['3G2', 'video/3gpp2', ftyp('3g2a', '3g2a')],
  ['WebM', 'video/webm', bytes(`${EBML}B\x82\x84webmB\x87\x81\x04`)],
  ['WebM with a long length', 'video/webm', bytes(`\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x40\x04webm`)],
  ['Matroska', 'video/x-matroska', bytes(`${EBML}B\x82\x88matroska`)],
  ['AVI', 'video/x-msvideo', bytes('RIFF\x24\0\0\0AVI LIST\x10\0\0\0hdrl')],
  ['MPEG-1 program stream', 'video/mpeg', bytes('\0\0\x01\xba\x21\0\x01\0\x01')],
  ['MPEG-2 program stream', 'video/mpeg', bytes('\0\0\x01\xba\x44\0\x04\0\x04')],
  ['MPEG transport stream', 'video/mp2t', bytes(frames('G\x40\x11\x10', 188, 5))],
];

const texts = [
  'a,b,c\n1,2,3\n',
  '{"a": 1}',
  '# Title\n\n<details>',
  'BM',
  'BMW is a car, and not the only one that there is',
  'II*',
  'II* and MM',
  'ID3 tags are at the beginning',
  'GIF87 is old',
  'GIF89a is a format, and this is a text about it!',
  'RIFF',
  'RIFF, a WAVEfmt',
  'RIFF and WEBPVP8',
  'RIFF: anAVI LIST',
  'OggS',
  'fLaC is free',
  'MThd',
  'PNG\r\n',
  'This is %PDF-1.4',
  '% PDF-1.4',
  '%PDF',
  'abcdftypavif',
  `${`G${'o'.repeat(187)}`.repeat(6)}`,
  'ÿØÿ',
  '\u001b[31mred\u001b[0m',
  'Grüße aus Köln – 灯泡 🎉',
];

const others: [name: string, bytes: Buffer][] = [
  ['nothing', bytes('')],
  ['zeros', Buffer.alloc(1000)],
  ['text with a zero', bytes('GIF89a is a format\0')],
  ['BMP of no known header', bytes(DIB.replace('\x28', '\x29'))],
  ['icon of no images', bytes(ICON.replace('\x01\0\x01\0', '\x01\0\0\0'))],
  ['BMP of two planes', bytes(DIB.replace('\x01\0\x18', '\x02\0\x18'))],
  ['icon with a byte too many', bytes(ICON.replace('\x10\x10\0\0', '\x10\x10\0\x01'))],
  ['icon of two planes', bytes(ICON.replace('\x01\0\x20', '\x02\0\x20'))],
  ['icon whose image lies in the list of images', bytes(ICON.replace('\x16', '\x15'))],
  ['TGA', bytes('\0\0\x02\0\0\0\0\0\0\0\0\0\x10\0\x10\0\x18\0')],
  ['MP3 header that no frame follows', bytes(MP3.slice(0, 417) + 'x'.repeat(417))],
  ['MP3 header of no bitrate', bytes(frames('\xff\xfb\xf0\x00', 417))],
  ['MP3 header of no sample rate', bytes(frames('\xff\xfb\x9c\x00', 417))],
  ['MP3 header of no emphasis that there is', bytes(frames('\xff\xfb\x90\x02', 417))],
  ['MP3 frames that differ in sample rate', bytes(MP3.slice(0, 417) + frames('\xff\xfb\x94\x00', 384))],
  ['AAC header that no frame follows', bytes(AAC.slice(0, 100) + 'x'.repeat(100))],
  ['text in UTF-16', Buffer.from('\ufeffBM and GIF89a', 'utf16le')],
  ['text in UTF-16, big end first', Buffer.from('\ufeffBM and GIF89a', 'utf16le').swap16()],
  ['ID3 of a version that there is not', bytes(`ID3\x09\0\0\0\0\x01\0${MP3}`)],
  ['EBML of another kind', bytes(`${EBML}B\x82\x84else`)],
  ['ISO media of another kind', ftyp('crx ', 'crx ', 'isom')],
  ['ISO media of a broken box', bytes('\xff\0\0\x14ftypavif\0\0\0\0avif')],
  ['RIFF of another kind', bytes('RIFF\x24\0\0\0ACON\0\0')],
  ['ZIP', bytes('PK\x03\x04\x14\0\0\0')],
  ['four packets of a transport stream', bytes(frames('G\x40\x11\x10', 188, 4))],
  ['PDF with something before it', bytes('\0%PDF-1.4')],
];

const real = await realSamples();

suite('recognised content', () => {
  const samples = [...real, ...handMade];
  for (const [name, type, content] of samples) test(name, () => assert.equal(recogniseContentType(content), type));

  test('is recognised in any kind of array, of any length, by its head alone', () => {
    for (const [name, type, content] of samples) {
      const longer = Buffer.concat([Buffer.from('<html>'), content, Buffer.alloc(2 * HEAD_BYTES)]).subarray(6);
      const isSound = /^(MP|AAC)/.test(name);
      if (!isSound) assert.equal(recogniseContentType(longer), type, name);
      assert.equal(recogniseContentType(new Uint8Array(content)), type, name);
      assert.equal(recogniseContentType(content.subarray(0, HEAD_BYTES)), type, name);
    }
    const beyond = Buffer.concat([Buffer.alloc(HEAD_BYTES, ' '), Buffer.from('%PDF-1.4')]);
    assert.equal(recogniseContentType(beyond), undefined);
  });

  test('gives no error and no other type, however its bytes were changed', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    const changed = fc
      .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 10 }), fc.nat())
      .map(([[, , content], changes, cut]) => {
        const copy = Buffer.from(content);
        for (const { at, byte } of changes) copy[at % Math.min(copy.length, 100)] = byte;
        return copy.subarray(0, cut % (copy.length + 1));
      });
    const random = fc.uint8Array({ maxLength: 1000 });
    fc.assert(
      fc.property(fc.oneof(changed, random), content => {
        const type = recogniseContentType(content);
        assert.ok(type === undefined || isRecognisable(type), String(type));
      }),
      { numRuns: 700 },
    );
  });

  test('gives its own type or none when it is cut off', () => {
    // The beginning of these is a valid file of its own.
    const general = new Map([
      ['video/ogg', 'audio/ogg'],
      ['image/avif', 'image/heif'],
      ['image/heic', 'image/heif'],
      ['audio/aac', 'audio/mpeg'],
      ['audio/flac', 'audio/mpeg'],
    ]);
    for (const [name, type, content] of samples) {
      for (let length = 0; length <= Math.min(content.length, 1000); length++) {
        const found = recogniseContentType(content.subarray(0, length));
        assert.ok([undefined, type, general.get(type)].includes(found), `${length} bytes of ${name}: ${found}`);
      }
    }
  });
});

suite('content that is not recognised', () => {
  for (const text of texts) {
    test(JSON.stringify(text.slice(0, 50)), () => {
      for (let length = 0; length <= text.length; length++) {
        assert.equal(recogniseContentType(Buffer.from(text.slice(0, length))), undefined);
        assert.equal(recogniseContentType(Buffer.from(`\ufeff${text.slice(0, length)}`, 'utf16le')), undefined);
      }
    });
  }

  for (const [name, content] of others) test(name, () => assert.equal(recogniseContentType(content), undefined));

  test('includes every text, even if it begins like an image, audio or video', () => {
    const beginnings = handMade.map(([, , content]) => content.toString('latin1').replace(/[^ -~].*/s, ''));
    const text = fc.tuple(fc.constantFrom(...beginnings, ...texts), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(text, ([beginning, rest]) => {
        const content = Buffer.from((beginning + rest).replace(/\p{Cc}/gu, '\n'));
        const type = recogniseContentType(content);
        assert.ok(type === undefined || type === 'text/html' || type === 'application/pdf', String(type));
      }),
      { numRuns: 700 },
    );
  });
});

suite('the type that is stored', () => {
  const stored: [declared: string | undefined, filename: string, recognised: string | undefined, type: string][] = [
    // No type is declared.
    [undefined, 'a.csv', undefined, 'text/csv'],
    [undefined, 'a', undefined, 'application/octet-stream'],
    [undefined, 'x.png', 'text/html', 'text/html'],
    [undefined, 'x.png', 'image/jpeg', 'image/jpeg'],
    [undefined, 'x.png', undefined, 'application/octet-stream'],
    [undefined, 'x.svg', undefined, 'application/octet-stream'],
    [undefined, 'x.pdf', undefined, 'application/octet-stream'],
    [undefined, 'x.txt', 'text/html', 'text/html'],
    [undefined, 'x.html', 'application/xhtml+xml', 'text/html'],
    [undefined, 'x.m4a', 'video/mp4', 'audio/mp4'],
    ['no type', 'a.csv', undefined, 'text/csv'],
    ['image/*', 'a.csv', undefined, 'text/csv'],
    ['application/octet-stream', 'a.csv', undefined, 'text/csv'],
    ['Application/Octet-Stream; x=y', 'a.png', undefined, 'application/octet-stream'],
    ['binary/octet-stream', 'a', 'image/png', 'image/png'],
    ['application/octet-stream', 'a.pdf', 'image/png', 'image/png'],

    // The recognised type wins.
    ['text/plain; charset=utf-8', 'x.txt', 'text/html', 'text/html'],
    ['application/json', 'x.json', 'image/svg+xml', 'image/svg+xml'],
    ['text/html', 'x.html', 'image/svg+xml', 'image/svg+xml'],
    ['application/rss+xml', 'x', 'application/xml', 'application/xml'],
    ['video/mp4', 'x', 'video/quicktime', 'video/quicktime'],
    ['text/csv', 'x', 'application/pdf', 'application/pdf'],
    ['audio/mpeg', 'x', 'image/png', 'image/png'],
    ['text/plain', 'a.txt', 'image/png', 'image/png'],

    // The declared type stays.
    ['Text/CSV; charset=utf-8', 'a.txt', undefined, 'text/csv; charset=utf-8'],
    ['text/html; charset=utf-8', 'a', 'text/html', 'text/html; charset=utf-8'],
    ['text/html; charset=utf-8', 'a', 'application/xhtml+xml', 'text/html; charset=utf-8'],
    ['text/plain', 'a.png', undefined, 'text/plain'],
    ['application/x-thing', 'a.csv', undefined, 'application/x-thing'],
    ['image/vnd.adobe.photoshop', 'a.psd', undefined, 'image/vnd.adobe.photoshop'],
    ['image/x-adobe-dng', 'a.dng', 'image/tiff', 'image/x-adobe-dng'],
    ['audio/webm;codecs=opus', 'a', 'video/webm', 'audio/webm;codecs=opus'],
    ['audio/mp4', 'a', 'video/mp4', 'audio/mp4'],

    // Aliases, and related types.
    ['image/png', 'a', 'image/png', 'image/png'],
    ['IMAGE/JPG', 'a', 'image/jpeg', 'image/jpeg'],
    ['image/pjpeg', 'a', 'image/jpeg', 'image/jpeg'],
    ['image/x-png', 'a', 'image/png', 'image/png'],
    ['image/apng', 'a', 'image/png', 'image/png'],
    ['image/svg', 'a', 'image/svg+xml', 'image/svg+xml'],
    ['image/x-icon', 'a', 'image/vnd.microsoft.icon', 'image/vnd.microsoft.icon'],
    ['image/heif', 'a', 'image/heic', 'image/heic'],
    ['image/heic', 'a', 'image/heif', 'image/heif'],
    ['image/heic-sequence', 'a', 'image/heic', 'image/heic'],
    ['application/x-pdf', 'a', 'application/pdf', 'application/pdf'],
    ['audio/mp3', 'a', undefined, 'audio/mpeg'],
    ['audio/x-wav', 'a', 'audio/wav', 'audio/wav'],
    ['text/xml', 'a', 'application/xml', 'application/xml'],
  ];
  for (const [declared, filename, recognised, type] of stored) {
    test(`${filename}, declared ${declared}, recognised ${recognised}: ${type}`, () =>
      assert.equal(decideContentType({ declared, filename, recognised }), type));
  }

  const refused: [declared: string, recognised: string | undefined, detail: string][] = [
    ['image/png', 'image/svg+xml', 'the file content is image/svg+xml, not image/png'],
    ['image/png', 'image/jpeg', 'the file content is image/jpeg, not image/png'],
    ['image/gif', 'application/pdf', 'the file content is application/pdf, not image/gif'],
    ['application/pdf', 'image/png', 'the file content is image/png, not application/pdf'],
    ['image/svg+xml', 'text/html', 'the file content is text/html, not image/svg+xml'],
    ['image/svg+xml', 'application/xml', 'the file content is application/xml, not image/svg+xml'],
    ['Image/JPG; q=1', 'text/html', 'the file content is text/html, not image/jpeg'],
    ['image/vnd.adobe.photoshop', 'image/png', 'the file content is image/png, not image/vnd.adobe.photoshop'],
    ['image/avif', 'image/heic', 'the file content is image/heic, not image/avif'],
    ['application/x-pdf', 'text/html', 'the file content is text/html, not application/pdf'],
    ['application/pdf; a=b', undefined, 'the file content is not application/pdf'],
    ['image/svg', undefined, 'the file content is not image/svg+xml'],
    ['image/x-icon', undefined, 'the file content is not image/vnd.microsoft.icon'],
    ['image/apng', undefined, 'the file content is not image/png'],
  ];
  for (const [declared, recognised, detail] of refused) {
    test(`declared ${declared}, recognised ${recognised}: refused`, () => {
      // The name makes no difference.
      for (const filename of ['a', 'a.png', 'a.html']) {
        assert.throws(() => decideContentType({ declared, filename, recognised }), { status: 422, message: detail });
      }
    });
  }

  test('a declared PDF or recognisable image is refused when no type is recognised', () => {
    const all = ['image/svg+xml', ...[...handMade, ...real].map(([, type]) => type)];
    assert.deepEqual(
      all.filter(type => !isRecognisable(type)),
      [],
    );
    const mustMatch = new Set(all.filter(type => /^image|pdf$/.test(type)));
    assert.equal(mustMatch.size, 13);
    for (const declared of mustMatch) {
      const given = { declared, filename: 'a', recognised: recogniseContentType(new Uint8Array()) };
      assert.throws(() => decideContentType(given), contentNotOfType(declared));
    }
    for (const type of ['text/plain', 'text/csv', 'image/vnd.adobe.photoshop', 'application/octet-stream']) {
      assert.equal(isRecognisable(type), false);
    }
  });
});
