/** A model endpoint like OpenAI's, over real HTTP. The test decides the answer to each request. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Hooks } from './process.ts';

export interface SeenModelMessage {
  role: string;
  content: unknown;
  tool_calls?: unknown[];
  tool_call_id?: string;
}

export interface SeenModelRequest {
  /** A path such as `/v1/chat/completions`. */
  path: string;
  model: string;
  messages: SeenModelMessage[];
  tools: { name: string; description: string; parameters: object }[];
  responseFormat: unknown;
  stream: boolean;
  authorization: string | undefined;
  /** The parsed body. A form is an object of its fields, in which a file is `{filename, contentType, content}`. */
  body: Record<string, unknown>;
}

export interface ScriptedAnswer {
  /** The answer. Also the text of a transcription, and the message of an answer with an error status. */
  text?: string;
  /** The pieces of a stream; by default the text in two pieces. */
  pieces?: string[];
  /** The tool calls. An input that is a string is sent unchanged, whether it is JSON or not. */
  calls?: { id?: string; name: string; input: unknown }[];
  /** The reported usage; by default 10 and 5. With null the endpoint reports none. */
  tokens?: { input: number; output: number } | null;
  /** The finish reason as the API names it; by default `stop`, or `tool_calls` when there are calls. */
  finish?: string;
  status?: number;
  headers?: Record<string, string>;
  /** The whole body, sent unchanged. */
  raw?: string | Uint8Array;
  /** Delays the answer until this is settled. */
  after?: Promise<unknown>;
  /** Delays the rest of a stream after the first piece until this is settled. */
  afterFirstPiece?: Promise<unknown>;
  /** Answers in one piece although the client asked for a stream. */
  whole?: boolean;
  /** Destroys the connection, after the first piece of a stream or otherwise before any answer. */
  breakOff?: boolean;
}

/** An image of one pixel. */
export const SMALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
export const SMALL_SPEECH = Buffer.from('ID3 spoken words');

export class ModelServer {
  /** The address, which ends in `/v1`. */
  readonly url: string;
  /** The requests in the order of their arrival. */
  readonly seen: SeenModelRequest[] = [];
  /** Decides the answer to a request. The index counts all requests from 0. */
  answer: (request: SeenModelRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer> = () => ({});

  constructor(url: string) {
    this.url = url;
  }
}

/** Starts a server that answers `Hello` to everything until the test decides otherwise. */
export async function openModelServer(hooks: Hooks): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    response.on('error', () => {}); // The client is gone.
    try {
      const seen = await readRequest(request);
      const index = models.seen.push(seen) - 1;
      const scripted = await models.answer(seen, index);
      await scripted.after;
      await reply(seen, scripted, response, index);
    } catch (error) {
      // The script of the test failed. Report that with a status that the client does not retry.
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: { message: `the scripted model server failed: ${error}` } });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const models = new ModelServer(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/v1`);
  hooks.after(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return models;
}

async function reply(seen: SeenModelRequest, scripted: ScriptedAnswer, response: ServerResponse, index: number) {
  const { status = 200, text = 'Hello', raw } = scripted;
  for (const [name, value] of Object.entries(scripted.headers ?? {})) response.setHeader(name, value);
  if (raw !== undefined) {
    const contentType = seen.stream && status === 200 ? 'text/event-stream' : 'application/json';
    if (!response.hasHeader('content-type')) response.setHeader('content-type', contentType);
    response.writeHead(status).end(raw);
    return;
  }
  if (status !== 200) return sendJson(response, status, { error: { message: text, type: 'scripted_error' } });
  if (seen.path.endsWith('/chat/completions') && seen.stream && !scripted.whole)
    return stream(seen, scripted, response, index);
  if (scripted.breakOff) return void response.destroy();
  if (seen.path.endsWith('/chat/completions')) return sendJson(response, 200, completion(seen, scripted, index));
  if (seen.path.endsWith('/images/generations')) {
    return sendJson(response, 200, { created: 1, data: [{ b64_json: SMALL_PNG.toString('base64') }] });
  }
  if (seen.path.endsWith('/audio/transcriptions')) return sendJson(response, 200, { text });
  if (seen.path.endsWith('/audio/speech')) {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(SMALL_SPEECH);
    return;
  }
  sendJson(response, 404, { error: { message: `no such path: ${seen.path}` } });
}

async function stream(seen: SeenModelRequest, scripted: ScriptedAnswer, response: ServerResponse, index: number) {
  const envelope = { id: `answer-${index}`, object: 'chat.completion.chunk', created: 1, model: seen.model };
  const send = (chunk: object) => response.write(`data: ${JSON.stringify({ ...envelope, ...chunk })}\n\n`);
  const sendDelta = (delta: object) => send({ choices: [{ index: 0, delta, finish_reason: null }] });

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const [first = '', ...others] = pieces(scripted);
  sendDelta({ role: 'assistant', content: first });
  await scripted.afterFirstPiece;
  if (scripted.breakOff) {
    // The written bytes must leave before the connection is destroyed.
    await new Promise(resolve => response.write(': the end\n\n', resolve));
    return void response.destroy();
  }
  for (const piece of others) sendDelta({ content: piece });
  for (const [position, call] of wireCalls(scripted, index).entries()) {
    sendDelta({ tool_calls: [{ index: position, ...call }] });
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish(scripted) }] });
  const usage = wireUsage(scripted);
  if (usage) send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

function completion(seen: SeenModelRequest, scripted: ScriptedAnswer, index: number) {
  const calls = wireCalls(scripted, index);
  const message = {
    role: 'assistant',
    content: pieces(scripted).join('') || null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    id: `answer-${index}`,
    object: 'chat.completion',
    created: 1,
    model: seen.model,
    choices: [{ index: 0, message, finish_reason: finish(scripted) }],
    ...(wireUsage(scripted) && { usage: wireUsage(scripted) }),
  };
}

/** An answer that only calls tools has no text. */
function pieces({ pieces, text, calls }: ScriptedAnswer): string[] {
  if (pieces) return pieces;
  const whole = text ?? (calls ? '' : 'Hello');
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)].filter(piece => piece !== '');
}

function wireCalls({ calls = [] }: ScriptedAnswer, index: number) {
  return calls.map(({ id, name, input }, position) => ({
    id: id ?? `call-${index}-${position}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
}

function wireUsage({ tokens = { input: 10, output: 5 } }: ScriptedAnswer) {
  if (!tokens) return undefined;
  const { input, output } = tokens;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function finish({ finish, calls = [] }: ScriptedAnswer): string {
  return finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

async function readRequest(request: IncomingMessage): Promise<SeenModelRequest> {
  const { url: path = '', headers } = request;
  const content = await buffer(request);
  const contentType = headers['content-type'] ?? '';
  const body = contentType.startsWith('multipart/')
    ? await readForm(content, contentType)
    : JSON.parse(content.toString() || '{}');
  return {
    path,
    model: String(body.model),
    messages: body.messages ?? [],
    tools: (body.tools ?? []).map((tool: { function: SeenModelRequest['tools'][number] }) => tool.function),
    responseFormat: body.response_format,
    stream: body.stream === true,
    authorization: headers.authorization,
    body,
  };
}

async function readForm(content: Buffer<ArrayBuffer>, contentType: string): Promise<Record<string, unknown>> {
  const form = await new Response(content, { headers: { 'content-type': contentType } }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    fields[name] =
      typeof value === 'string'
        ? value
        : { filename: value.name, contentType: value.type, content: Buffer.from(await value.arrayBuffer()) };
  }
  return fields;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json');
  response.writeHead(status).end(JSON.stringify(body));
}
