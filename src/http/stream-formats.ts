/**
 * The forms that a stream can have. The integration API specifies JSON objects with nothing between them. Clients that ask
 * for it get what their libraries can read: one object per line, or server-sent events.
 */
import type { FastifyRequest } from 'fastify';

export interface StreamChunk {
  timestamp: number;
  /** Empty in a chunk that shows that the connection is alive, and in one with an error. */
  data: object | '';
  error: { status: number; text: string; detail: string; code?: string } | null;
}

/** A chunk as it is sent: JSON between two texts, or no JSON at all. */
interface EncodedChunk {
  before: string;
  json?: object;
  after: string;
}

export interface StreamFormat {
  contentType: string;
  /** The number counts the chunks of the stream from 1. */
  encode(chunk: StreamChunk, number: number): EncodedChunk;
}

const SPECIFIED: StreamFormat = {
  contentType: 'text/event-stream',
  encode: chunk => ({ before: '', json: chunk, after: '' }),
};

const LINES: StreamFormat = {
  contentType: 'application/x-ndjson',
  encode: chunk => ({ before: '', json: chunk, after: '\n' }),
};

const EVENTS: StreamFormat = {
  contentType: 'text/event-stream',
  encode({ data, error }, number) {
    if (error) return { before: `id: ${number}\nevent: error\ndata: `, json: error, after: '\n\n' };
    // Clients skip a comment, and it keeps proxies from closing a connection that seems to be idle.
    if (data === '') return { before: ': alive', after: '\n\n' };
    return { before: `id: ${number}\n${eventLine(data)}data: `, json: data, after: '\n\n' };
  },
};

/** Events are named by their type, so that a client can listen for some of them. */
function eventLine(data: object): string {
  const type = 'type' in data ? data.type : undefined;
  return typeof type === 'string' && /^\w+$/.test(type) ? `event: ${type}\n` : '';
}

/**
 * Chooses the form that the request asks for. The specified form has the content type of server-sent events as well, so
 * whoever accepts that type gets real ones only by saying so in the query.
 */
export function chooseStreamFormat({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): StreamFormat {
  const { accept } = headers;
  if (accept === undefined) return SPECIFIED;
  const accepted = accept.split(',').map(type => type.split(';', 1)[0]?.trim().toLowerCase());
  if (accepted.includes(EVENTS.contentType) && readFormat(query) === 'sse') return EVENTS;
  return accepted.includes(LINES.contentType) ? LINES : SPECIFIED;
}

function readFormat(query: unknown): unknown {
  return typeof query === 'object' && query !== null && 'format' in query ? query.format : undefined;
}
