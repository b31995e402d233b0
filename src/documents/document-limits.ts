/** Limits of reading files. The text of a file has at most `toolLimits.resultCharacters`. */
import { MEGABYTE } from '../configuration/limits.ts';

export const documentLimits = {
  fileBytes: 50 * MEGABYTE,
  /** The unpacked parts of an office document together. */
  unpackedBytes: 100 * MEGABYTE,
  unpackedParts: 10_000,
  /** Cells of the tables in documents other than Excel spreadsheets. */
  tableCells: 500_000,
  /** Attachments of an e-mail that are read. The text names all of them. */
  emailAttachments: 50,
  /** The processor time of one task in a thread. */
  time: { minMs: 10_000, perMegabyteMs: 5_000, maxMs: 60_000 },
  memoryMb: 768,
  recognition: {
    /** One page, which usually takes some seconds. */
    timeoutMs: 60_000,
    /** Each needs a thread of the service and up to 300 MB: text recognition takes about 20 bytes per pixel. */
    atOnce: 1,
    /** Of Tesseract itself. */
    memoryMb: 512,
    /** Larger images are rejected. */
    megapixels: 50,
    /** Larger images are scaled down. A4 at 300 dots per inch is 2480 × 3508. */
    longestSide: 3600,
    /** Smaller images are doubled in size, because small letters are recognised badly. */
    smallMegapixels: 2,
    /** Pages of a TIFF, or of a PDF without text. */
    pages: 50,
    /** Pictures on all pages of such a PDF, without those that are too small to show text. */
    pictures: 200,
    smallestPixels: 2000,
    /** Pages of a PDF whose pictures are in memory at the same time. */
    pagesAtOnce: 4,
  },
} as const;
