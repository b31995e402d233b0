/**
 * Receives the log of a PostgreSQL server over a replication connection of `pg`:
 * https://www.postgresql.org/docs/current/protocol-replication.html
 *
 *   starting ── the server agrees ──▶ streaming ── it says something wrong, or nothing any more ──▶ failed
 *                                       └── a reader that is slow pauses the socket, and resumes it
 *
 * A slot goes on where `confirm` said last. That is told to the server when it asks, and every few seconds, also while
 * the socket is paused: it would take us for dead otherwise.
 */
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { StepError } from '../../nodes/step.ts';
import { ByteReader } from './byte-reader.ts';

/** What the server sends: a message of `pgoutput`, or how far it has looked for messages. */
export type LogFrame = { kind: 'message'; bytes: Buffer } | { kind: 'looked'; untilLsn: bigint };

export interface ReplicationStream {
  /** Waits for the next frame. Throws what ended the stream. */
  next(): Promise<LogFrame>;
  /** Whether there are frames that arrived already. */
  hasArrived(): boolean;
  /** Lets the server forget what is before this position. */
  confirm(lsn: bigint): void;
  close(): void;
  isClosed(): boolean;
}

export interface StreamLimits {
  /** Bytes that may wait to be read before the socket is paused. */
  waitingBytes: number;
  /** Bytes of one change of a row. */
  messageBytes: number;
  statusMs: number;
  /** How long the server may say nothing, although it is asked with each status. */
  silenceMs: number;
}

/** Expects a connected client with `replication: 'database'`, and begins to receive with this command. */
export function startStream(
  client: pg.Client,
  { command, fromLsn, limits }: { command: string; fromLsn: bigint; limits: StreamLimits },
): Promise<ReplicationStream> {
  return new Promise((resolve, reject) => {
    const stream = createStream({ confirmed: fromLsn, limits });
    client.on('error', stream.fail);
    client.on('end', () => stream.fail(new StepError('The connection was broken off', { retryable: true })));
    client.query({
      submit(connection: pg.Connection) {
        connection.once('replicationStart', () => {
          stream.start(connection.stream);
          resolve(stream);
        });
        connection.query(command);
      },
      handleCopyData: ({ chunk }: { chunk: Buffer }) => stream.receive(chunk),
      handleError(error: Error) {
        stream.fail(error);
        reject(error);
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => stream.fail(new StepError('The server ended the replication', { retryable: true })),
    } as pg.Submittable);
  });
}

function createStream({ confirmed, limits }: { confirmed: bigint; limits: StreamLimits }) {
  const waiting: LogFrame[] = [];
  let waitingBytes = 0;
  const counter = createByteCounter(limits.messageBytes, fail);
  let heardAt = Date.now();
  let failure: Error | undefined;
  let socket: Duplex | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => {};

  function fail(error: Error): void {
    failure ??= error;
    clearInterval(timer);
    socket?.destroy();
    wake();
  }

  function sendStatus({ asks }: { asks: boolean } = { asks: false }): void {
    if (socket?.writable) socket.write(statusMessage(confirmed, asks));
  }

  function onTimer(): void {
    const isPaused = socket?.isPaused() === true;
    if (isPaused) heardAt = Date.now();
    if (Date.now() - heardAt > limits.silenceMs)
      fail(new StepError('The server does not answer any more', { retryable: true }));
    // The answers would wait behind what is not read yet.
    sendStatus({ asks: !isPaused });
  }

  return {
    fail,
    start(opened: Duplex): void {
      socket = opened;
      socket.on('data', counter.count);
      timer = setInterval(onTimer, limits.statusMs);
      timer.unref();
      sendStatus();
    },
    receive(chunk: Buffer): void {
      counter.onMessage();
      heardAt = Date.now();
      const read = readFrame(chunk);
      if (read) {
        waiting.push(read.frame);
        waitingBytes += chunk.length;
        if (waitingBytes > limits.waitingBytes) socket?.pause();
        if (read.asksForStatus) sendStatus();
        wake();
      } else fail(new StepError('The server sent what is no part of its log'));
    },
    async next(): Promise<LogFrame> {
      for (;;) {
        const frame = waiting.shift();
        if (frame) {
          if (waiting.length === 0) waitingBytes = 0;
          if (waiting.length === 0 && socket?.isPaused()) socket.resume();
          return frame;
        }
        if (failure) throw failure;
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    },
    hasArrived: () => waiting.length > 0,
    confirm(lsn: bigint): void {
      if (lsn > confirmed) confirmed = lsn;
    },
    close: () => fail(new Error('the stream was closed')),
    isClosed: () => failure !== undefined,
  };
}

/** Counts the bytes of a message that has not arrived as a whole: `pg` would collect any number of them. */
function createByteCounter(messageBytes: number, fail: (error: Error) => void) {
  let openBytes = 0;
  let isComplete = false;
  return {
    onMessage(): void {
      isComplete = true;
    },
    /** `pg` reads the same bytes first. */
    count(chunk: Buffer): void {
      openBytes = isComplete ? 0 : openBytes + chunk.length;
      isComplete = false;
      if (openBytes <= messageBytes) return;
      const most = messageBytes / 2 ** 20;
      fail(new StepError(`A changed row has more than ${most} MB, so that the changes after it can not be read`));
    },
  };
}

function readFrame(chunk: Buffer): { frame: LogFrame; asksForStatus: boolean } | undefined {
  try {
    const reader = new ByteReader(chunk);
    const letter = reader.letter();
    if (letter === 'w') {
      reader.uint64(); // where the message begins
      reader.uint64(); // the end of the log
      reader.time();
      // The parser of `pg` writes over its bytes later.
      return { frame: { kind: 'message', bytes: Buffer.from(reader.rest()) }, asksForStatus: false };
    }
    if (letter !== 'k') return undefined;
    const untilLsn = reader.uint64();
    reader.time();
    return { frame: { kind: 'looked', untilLsn }, asksForStatus: reader.uint8() === 1 };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const COPY_DATA = 0x64;
const STATUS = 0x72;
const EPOCH_MICROSECONDS = BigInt(Date.UTC(2000, 0, 1)) * 1000n;

/** Says that everything before this position was received, written and applied. */
function statusMessage(confirmed: bigint, asksForAnswer: boolean): Buffer {
  const message = Buffer.alloc(1 + 4 + 34);
  message.writeUInt8(COPY_DATA, 0);
  message.writeUInt32BE(message.length - 1, 1);
  message.writeUInt8(STATUS, 5);
  for (const offset of [6, 14, 22]) message.writeBigUInt64BE(confirmed, offset);
  message.writeBigInt64BE(BigInt(Date.now()) * 1000n - EPOCH_MICROSECONDS, 30);
  message.writeUInt8(asksForAnswer ? 1 : 0, 38);
  return message;
}
