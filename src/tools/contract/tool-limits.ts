/** The limits of the tools. */
import { MEGABYTE } from '../../configuration/limits.ts';

/** A time limit that grows with the input: a small input that takes long is hostile. */
interface TimeLimit {
  minMs: number;
  perMegabyteMs: number;
  maxMs: number;
}

export function timeLimitMs({ minMs, perMegabyteMs, maxMs }: TimeLimit, bytes: number): number {
  return Math.min(maxMs, minMs + Math.ceil(bytes / MEGABYTE) * perMegabyteMs);
}

export const toolLimits = {
  /** A file that is read as a whole. */
  fileBytes: 50 * MEGABYTE,
  /** A file that a tool creates. */
  resultFileBytes: 100 * MEGABYTE,
  /** A text among the params. */
  textCharacters: 10_000_000,
  /** A result as JSON. Steps pass it on, and runs store it. */
  resultCharacters: 10_000_000,
  rows: 100_000,
  columns: 1000,
  expressionCharacters: 10_000,
  matches: 10_000,
  /** Files that are packed into an archive or unpacked from it, and those that it may list when not all are wanted. */
  archiveFiles: 1000,
  archiveListed: 1_000_000,
  /** Files into which one is split, and that are joined. */
  splitFiles: 1000,
  /** The unpacked parts of a spreadsheet together. */
  spreadsheetBytes: 100 * MEGABYTE,
  pdfCharacters: 1_000_000,
  pdfPages: 1000,
  chartSeries: 50,
  chartValues: 5000,
  imagePixels: 4000,
  page: { timeoutMs: 30_000, bytes: 10 * MEGABYTE, redirects: 5 },
  /** The levels of nesting and the number of elements of a page. A long article has some thousands of elements. */
  html: { depth: 500, elements: 300_000, time: { minMs: 5_000, perMegabyteMs: 5_000, maxMs: 30_000 } },
  thread: { timeoutMs: 60_000, memoryMb: 768 },
  /** The memory of what draws pictures. The largest picture of a tool takes a quarter of it. */
  rendererBytes: 256 * MEGABYTE,
  search: { timeoutMs: 15_000, bytes: 2 * MEGABYTE, queryCharacters: 1000, results: 20 },
  feed: { bytes: 20 * MEGABYTE, items: 1000, time: { minMs: 5_000, perMegabyteMs: 2_000, maxMs: 30_000 } },
  mail: {
    messages: { default: 50, most: 200 },
    /** Bytes of one message that are read. The rest of a longer one is left out. */
    messageBytes: 25 * MEGABYTE,
    /** The same when attachments are not wanted. */
    bodyBytes: 2 * MEGABYTE,
    /** Bytes of all messages of one call. */
    bytes: 50 * MEGABYTE,
    textCharacters: 100_000,
    attachments: 50,
  },
  s3: { objects: { default: 1000, most: 10_000 }, replyBytes: 2 * MEGABYTE, pages: 20 },
  postgres: {
    rows: { default: 1000, most: 10_000 },
    queryCharacters: 100_000,
    seconds: { default: 30, most: 300 },
    /** Bytes that the server may send for one query. */
    replyBytes: 10 * MEGABYTE,
  },
  /** Opening a connection that is not HTTP. */
  connectMs: 15_000,
  promptCharacters: 20_000,
  speechCharacters: 10_000,
  /** Connections to servers of the Model Context Protocol. */
  mcp: {
    /** One attempt to connect, from the start of the server's process to the list of its tools. */
    connectMs: 30_000,
    /** The pause between two attempts. */
    retryMs: { min: 1000, max: 60_000 },
    /** How often the list of tools is requested again, in case the server does not announce that it has changed. */
    refreshMs: 300_000,
    /** One call, however often it reports progress. */
    callMs: 600_000,
    /** How long a server's process may take to end after it was asked to, and again after SIGTERM. */
    endMs: 2000,
    messageBytes: 32 * MEGABYTE,
    /** Pages that a list of tools may have. */
    listPages: 50,
    tools: 500,
    schemaCharacters: 100_000,
    descriptionCharacters: 10_000,
    files: 100,
    errorCharacters: 2000,
    logLineCharacters: 1000,
  },
  /** Regular expressions and queries can be written to never end. Queries may have to read a large file first. */
  patternMs: 2000,
  queryMs: 5000,
} as const;
