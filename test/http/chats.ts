/** Chats for tests, and what they send to a model. */
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../src/assistants/events.ts';
import type { Assistant, Message, WholeConversation } from '../../src/assistants/schemas.ts';
import type { ModelServer, ScriptedAnswer, SeenModelRequest } from '../support/model-server.ts';
import { type Chunk, splitChunks } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';

export const CHAT = '/api/v3/chat';

/** A WAV file without samples. */
export const SILENCE = Buffer.concat([
  Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.from([0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]),
  Buffer.from('data\0\0\0\0', 'latin1'),
]);

type Script = ScriptedAnswer | ((request: SeenModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** Makes the server give these answers in order, and then an error. Returns the list of requests, which it fills. */
export function script(server: ModelServer, ...answers: Script[]): SeenModelRequest[] {
  const left = [...answers];
  const seen: SeenModelRequest[] = [];
  server.answer = request => {
    seen.push(request);
    const next = left.shift();
    if (!next) return { status: 400, text: 'nothing was scripted' };
    return typeof next === 'function' ? next(request) : next;
  };
  return seen;
}

/** Reads the messages in a request to a model, as roles and texts. */
export function readModelMessages(request: SeenModelRequest | undefined): [role: string, text: string][] {
  return (request?.messages ?? []).map(({ role, content }) => [role, toText(content)]);
}

/** Reads the results of tools in a request to a model, in order. */
export function readToolResults(request: SeenModelRequest | undefined): string[] {
  return readModelMessages(request).flatMap(([role, text]) => (role === 'tool' ? [text] : []));
}

/** Reads the last message of the user in a request to a model. */
export function readLastQuestion(request: SeenModelRequest | undefined): string {
  return readModelMessages(request).findLast(([role]) => role === 'user')?.[1] ?? '';
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts: { type: string; text?: string }[] = Array.isArray(content) ? content : [];
  return parts.map(({ type, text }) => text ?? `<${type}>`).join('');
}

export function chatsOn(service: TestService) {
  const post = (path: string, { key }: Person, body: object, signal?: AbortSignal) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'uni-api-key': key },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  return {
    post,
    chat: (person: Person, body: object) => service.ask<Message>(CHAT, body, person.key),
    conversation: (person: Person, id: string) =>
      service.ask<WholeConversation>(`/api/v3/conversation/get?entity_id=${id}`, {}, person.key),
    assistant: (person: Person, body: object = {}) =>
      service.ask<Assistant>('/api/v3/assistant/create', { name: 'assistant', ...body }, person.key),

    /** Reads all chunks of a stream, which must start successfully. */
    async stream(person: Person, body: object): Promise<Chunk<ChatEvent>[]> {
      const response = await post(`${CHAT}/stream`, person, body);
      const text = await response.text();
      assert.equal(response.status, 200, text);
      assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
      return splitChunks<ChatEvent>(text);
    },

    async readCredits({ id }: Person): Promise<number | null> {
      return (await service.ask<{ credits: number | null }>(`/api/v1/user/get?entity_id=${id}`)).credits;
    },
  };
}

/** Reads the roles and contents of the messages in a conversation. */
export function readTurns({ messages }: WholeConversation): [role: string, content: string][] {
  return messages.map(({ role, content }) => [role, content]);
}

export function toChatEvents(chunks: readonly Chunk<ChatEvent>[]): ChatEvent[] {
  return chunks.flatMap(({ data }) => (data === '' ? [] : [data]));
}
