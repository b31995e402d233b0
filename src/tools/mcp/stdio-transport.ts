/**
 * Runs a server as a process, and exchanges messages with it through its standard input and output, one per line.
 *
 * This replaces the library's transport: the process does not inherit our environment, its own child processes end with
 * it, and a long message is joined once instead of being copied with each piece.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { MEGABYTE } from '../../configuration/limits.ts';
import type { StdioServerSettings } from '../../configuration/mcp-servers.ts';
import { toolLimits } from '../contract/tool-limits.ts';
import { MessageNotSent } from './failures.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

interface StdioTransportOptions {
  settings: StdioServerSettings;
  /** The environment of this process. The server gets only its PATH and HOME. */
  environment: Environment;
  /** Parses one line. Throws when it is not a message. */
  parse(line: string): JSONRPCMessage;
  /** Receives each line that the process writes to its standard error, cut to a bounded length. */
  onLine(line: string): void;
}

const NOT_SENT = 'its process takes no more messages';
const { messageBytes, endMs, logLineCharacters } = toolLimits.mcp;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: StdioTransportOptions;
  #child: Child | undefined;
  #ended: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;
  /** The pieces of a line whose end has not arrived yet. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isOverfull = false;
  #received: Promise<void> = Promise.resolve();

  constructor(options: StdioTransportOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const { command, args, env } = this.#options.settings;
    const { PATH, HOME } = this.#options.environment;
    // Its own process group makes it possible to end its children with it, and keeps our Ctrl-C away from it.
    const child = spawn(command, args, {
      env: { PATH, HOME, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child = child;
    const ended = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    this.#ended = ended.promise;
    child.once('spawn', started.resolve);
    child.on('error', error => {
      started.reject(error);
      this.onerror?.(error);
      if (child.pid === undefined) ended.resolve();
    });
    child.once('exit', (code, signal) => {
      signalGroup(child, 'SIGKILL');
      if (!this.#isOverfull) this.onerror?.(new Error(`its process ended with ${signal ?? `exit code ${code}`}`));
      // A child that has left the group must not keep the pipes open.
      const forceClose = setTimeout(() => [child.stdout, child.stderr].map(stream => stream.destroy()), endMs);
      child.once('close', () => clearTimeout(forceClose));
    });
    child.once('close', () => {
      ended.resolve();
      this.onclose?.();
    });
    child.stdin.on('error', () => {}); // `send` reports the error
    child.stdout.on('error', error => this.onerror?.(error));
    child.stderr.on('error', error => this.onerror?.(error));
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    readLines(child.stderr, this.#options.onLine);
    return started.promise;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new MessageNotSent(NOT_SENT);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    stdin.write(`${JSON.stringify(message)}\n`, error =>
      error ? reject(new MessageNotSent(NOT_SENT, { cause: error })) : resolve(),
    );
    await promise;
  }

  /** Ends the process: closes its input, then sends SIGTERM, then SIGKILL. Resolves when it has ended. */
  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.stdin.end();
    if (await this.#endsWithin(endMs)) return;
    signalGroup(child, 'SIGTERM');
    if (await this.#endsWithin(endMs)) return;
    signalGroup(child, 'SIGKILL');
    await this.#ended;
  }

  async #endsWithin(ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, ms, false);
    try {
      return await Promise.race([this.#ended.then(() => true), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      this.#appendToLine(rest.subarray(0, end));
      const line = Buffer.concat(this.#pieces).toString();
      // Messages are delivered one after another, because the library would drop progress that arrives with the answer.
      this.#received = this.#received.then(() => this.#receive(line));
      this.#pieces = [];
      this.#bytes = 0;
      rest = rest.subarray(end + 1);
    }
    this.#appendToLine(rest);
  }

  #appendToLine(piece: Buffer): void {
    this.#bytes += piece.byteLength;
    if (this.#bytes <= messageBytes) {
      this.#pieces.push(piece);
      return;
    }
    this.#pieces = [];
    if (this.#isOverfull) return;
    this.#isOverfull = true;
    this.onerror?.(new Error(`a message of it has more than ${messageBytes / MEGABYTE} MB`));
    void this.close();
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    try {
      this.onmessage?.(this.#options.parse(line));
    } catch {
      // Many servers also print other things to their standard output.
      this.#options.onLine(line.slice(0, logLineCharacters));
    }
  }
}

function signalGroup({ pid }: Child, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has no processes left.
  }
}

/** Passes on only the beginning of a line that is too long. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let line = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    line = (line + first).slice(0, logLineCharacters);
    for (const next of others) {
      if (line.trim() !== '') onLine(line);
      line = next.slice(0, logLineCharacters);
    }
  });
  stream.on('end', () => {
    if (line.trim() !== '') onLine(line);
  });
}
