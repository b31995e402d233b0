/** What the built-in tools take and give at most. */
import { MEGABYTE } from '../limits.ts';

export const toolLimits = {
  /** A file that is read as a whole. */
  fileBytes: 50 * MEGABYTE,
  /** A file that a tool makes. */
  madeFileBytes: 100 * MEGABYTE,
  /** A text among the params. */
  textCharacters: 10_000_000,
  /** A result as JSON. Steps hand it on, and runs keep it. */
  resultCharacters: 10_000_000,
  rows: 100_000,
  columns: 1000,
  expressionCharacters: 10_000,
  matches: 10_000,
  /** Files in an archive, and what they hold together. */
  archiveFiles: 1000,
  archiveBytes: 200 * MEGABYTE,
  /** What a spreadsheet is inside: its parts unpacked. */
  spreadsheetBytes: 100 * MEGABYTE,
  pdfCharacters: 1_000_000,
  pdfPages: 1000,
  chartSeries: 50,
  chartValues: 5000,
  imagePixels: 4000,
  page: { timeoutMs: 30_000, bytes: 10 * MEGABYTE, redirects: 5 },
  thread: { timeoutMs: 60_000, memoryMb: 768 },
  /** Regular expressions and queries, which can be written to never end. */
  patternMs: 5000,
} as const;
