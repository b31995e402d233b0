/** What is read of files at most. Texts have at most `toolLimits.resultCharacters`. */
import { MEGABYTE } from '../configuration/limits.ts';

export const documentLimits = {
  fileBytes: 50 * MEGABYTE,
  /** What an office document is inside: its parts unpacked. */
  unpackedBytes: 100 * MEGABYTE,
  unpackedParts: 10_000,
  /** Of tables in documents that are no Excel spreadsheets. */
  tableCells: 500_000,
  /** Attachments of an e-mail that are read; all of them are named. */
  emailAttachments: 50,
  /** Of one piece of work in a thread. */
  time: { leastMs: 10_000, perMegabyteMs: 5_000, mostMs: 60_000 },
  memoryMb: 768,
  recognition: {
    /** Of one page, which takes some seconds. */
    timeoutMs: 60_000,
    /** Each takes a thread of the service's own, and up to 300 MB: text recognition needs some 20 bytes a pixel. */
    atOnce: 1,
    /** An image with more is refused. */
    megapixels: 50,
    /** A larger one is made smaller: A4 at 300 dots per inch is 2480 × 3508. */
    longestSide: 3600,
    /** A smaller one is made twice as large: small letters are read badly. */
    smallMegapixels: 2,
    /** Pages of a PDF or TIFF that are pictures. */
    pages: 50,
    /** On all pages of such a PDF, without those that are too small to show text. */
    pictures: 200,
    smallestPixels: 2000,
    /** Pages of a PDF whose pictures are in memory at once. */
    pagesAtOnce: 4,
  },
} as const;
