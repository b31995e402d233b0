/**
 * Reads on after an answer that came before the end of its request.
 *
 * Many clients read nothing before they have sent everything. If the connection were closed while they send, the system
 * would reset it, and the answer would be lost with it. So the rest of the request is read and thrown away, within
 * limits: a client that sends forever, or stops sending, is disconnected.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

interface LingeringLimits {
  seconds: number;
  bytes: number;
}

export interface Lingering {
  /** To be called before the request is answered. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Answers bytes that are not a request, and ends the connection. */
  refuse(socket: Socket, answer: string): void;
  /** Disconnects all who still send, and everybody who would from now on. */
  close(): void;
}

export function createLingering({ seconds, bytes }: LingeringLimits): Lingering {
  /** The connections that are read on, and the bytes after which they end. */
  const lastBytes = new Map<Socket, number>();
  let isClosed = false;

  /** Returns what is to be called when the rest has arrived. */
  function begin(socket: Socket): () => void {
    if (isClosed) socket.destroy();
    lastBytes.set(socket, socket.bytesRead + bytes);
    const timer = setTimeout(() => socket.destroy(), seconds * 1000).unref();
    const end = () => {
      clearTimeout(timer);
      socket.off('close', end);
      lastBytes.delete(socket);
    };
    socket.once('close', end);
    return end;
  }

  function checkBytes(socket: Socket): void {
    if (socket.bytesRead > (lastBytes.get(socket) ?? Number.POSITIVE_INFINITY)) socket.destroy();
  }

  /** Called when nothing can be added to the answer any more. */
  function discardRest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const end = begin(socket);
    const closeAfterBoth = () => {
      if (request.complete && socket.writableEnded) socket.destroySoon();
    };
    // Node calls this after the last answer of a connection, and before other listeners learn that it was sent.
    socket.destroySoon = () => socket.end();
    response.once('finish', () => {
      Reflect.deleteProperty(socket, 'destroySoon');
      closeAfterBoth();
    });
    request.unpipe();
    request
      .on('data', () => checkBytes(socket))
      .once('end', () => {
        end();
        closeAfterBoth();
      })
      .resume();
  }

  return {
    watch(request, response) {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      if (length === undefined ? encoding === undefined : length === '0') return;
      // Requests that the process makes to itself have no connection.
      if (!(request.socket instanceof Socket)) return;
      response.once('prefinish', () => {
        if (!request.complete && !request.destroyed) discardRest(request, response);
      });
    },
    refuse(socket, answer) {
      if (lastBytes.has(socket) && socket.writableEnded) checkBytes(socket);
      // Either nobody reads the answer, or what follows an answered request is not its rest.
      else if (lastBytes.has(socket) || !socket.writable) socket.destroy();
      else {
        begin(socket);
        socket.end(answer);
      }
    },
    close() {
      isClosed = true;
      for (const socket of lastBytes.keys()) socket.destroy();
    },
  };
}
