/** What the built-in tools take and give at most. */
import { MEGABYTE } from '../../configuration/limits.ts';

/** Of work whose time grows with its input: small inputs that take long are hostile. */
export interface TimeLimit {
  leastMs: number;
  perMegabyteMs: number;
  mostMs: number;
}

export function timeLimitMs({ leastMs, perMegabyteMs, mostMs }: TimeLimit, bytes: number): number {
  return Math.min(mostMs, leastMs + Math.ceil(bytes / MEGABYTE) * perMegabyteMs);
}

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
  /** Of a page: levels of nesting, and elements in all. A long article has some thousands. */
  html: { depth: 500, elements: 300_000, time: { leastMs: 5_000, perMegabyteMs: 5_000, mostMs: 30_000 } },
  thread: { timeoutMs: 60_000, memoryMb: 768 },
  search: { timeoutMs: 15_000, bytes: 2 * MEGABYTE, queryCharacters: 1000, results: 20 },
  promptCharacters: 20_000,
  speechCharacters: 10_000,
  /** Servers of the Model Context Protocol. */
  mcp: {
    /** One try to connect, from the start of its process to the list of its tools. */
    connectMs: 30_000,
    /** Between two tries. */
    retryMs: { least: 1000, most: 60_000 },
    /** The list is asked for again, in case that no one told that it has changed. */
    refreshMs: 300_000,
    /** Of one call, however much progress is told. */
    callMs: 600_000,
    /** A server's process that was asked to end, and then one that was told to. */
    endMs: 2000,
    messageBytes: 32 * MEGABYTE,
    tools: 500,
    schemaCharacters: 100_000,
    descriptionCharacters: 10_000,
    files: 100,
    errorCharacters: 2000,
    logLineCharacters: 1000,
  },
  /** Regular expressions and queries, which can be written to never end. Queries may have to read a large file first. */
  patternMs: 2000,
  queryMs: 5000,
} as const;
