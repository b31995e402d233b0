/** Chats as tests have them, and what a model was told in them. */
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../src/assistants/events.ts';
import type { Assistant, Message, WholeConversation } from '../../src/assistants/schemas.ts';
import type { ModelServer, ScriptedAnswer, SeenModelRequest } from '../support/model-server.ts';
import { type Chunk, splitChunks } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';

export const CHAT = '/api/v3/chat';

/** A sound of no length. */
export const SILENCE = Buffer.concat([
  Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.from([0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]),
  Buffer.from('data\0\0\0\0', 'latin1'),
]);

type Script = ScriptedAnswer | ((request: SeenModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** Answers one after the other; who asks more often gets an error. Gives the requests, in order. */
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

/** What a model was told, as text: by whom, and what. */
export function told(request: SeenModelRequest | undefined): [role: string, text: string][] {
  return (request?.messages ?? []).map(({ role, content }) => [role, textOf(content)]);
}

/** What the tools gave that a model was told of, in order. */
export function results(request: SeenModelRequest | undefined): string[] {
  return told(request).flatMap(([role, text]) => (role === 'tool' ? [text] : []));
}

/** The last message of the user that a model was told. */
export function question(request: SeenModelRequest | undefined): string {
  return told(request).findLast(([role]) => role === 'user')?.[1] ?? '';
}

function textOf(content: unknown): string {
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

    /** All chunks of a stream that begins. */
    async stream(person: Person, body: object): Promise<Chunk<ChatEvent>[]> {
      const response = await post(`${CHAT}/stream`, person, body);
      const text = await response.text();
      assert.equal(response.status, 200, text);
      assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
      return splitChunks<ChatEvent>(text);
    },

    async creditsOf({ id }: Person): Promise<number | null> {
      return (await service.ask<{ credits: number | null }>(`/api/v1/user/get?entity_id=${id}`)).credits;
    },
  };
}

/** What was said in a conversation. */
export function said({ messages }: WholeConversation): [role: string, content: string][] {
  return messages.map(({ role, content }) => [role, content]);
}

export function eventsOf(chunks: readonly Chunk<ChatEvent>[]): ChatEvent[] {
  return chunks.flatMap(({ data }) => (data === '' ? [] : [data]));
}
