/** Models that generate images, generate speech and transcribe audio, on the paths of the OpenAI API. */
import { isObject } from '../is-object.ts';
import { type ModelAttempt, withRetries } from './attempts.ts';
import type { ModelConnection } from './connection.ts';
import {
  answerTooLong,
  answerUnreadable,
  messageInBody,
  readRetryAfter,
  StatusError,
  toModelError,
} from './failures.ts';
import type { ImageModel, ModelFile, ModelSettings, SpeechModel, TranscriptionModel } from './model.ts';
import { baseUrl } from './providers.ts';

const RESULT_LIMIT_BYTES = 50 * 2 ** 20;
/** An image is sent as base64 within JSON. */
const IMAGE_ANSWER_LIMIT_BYTES = Math.ceil((RESULT_LIMIT_BYTES * 4) / 3) + 100_000;
const TRANSCRIPT_LIMIT_CHARACTERS = 2_000_000;
const ERROR_LIMIT_BYTES = 100_000;

export function createImageModel(settings: ModelSettings, connection: ModelConnection): ImageModel {
  return {
    settings,
    async draw(prompt, { size, signal }) {
      // The newer models of OpenAI always use this format and refuse a request that names it.
      const format = /gpt-image/.test(settings.name) ? {} : { response_format: 'b64_json' };
      const body = JSON.stringify({ model: settings.name, prompt, n: 1, ...(size && { size }), ...format });
      const answer = await post(settings, connection, signal, {
        path: '/images/generations',
        headers: JSON_CONTENT,
        newBody: async () => body,
        limitBytes: IMAGE_ANSWER_LIMIT_BYTES,
        read: content => parseImage(content, settings),
      });
      const contentType = detectImageType(answer);
      return { filename: `image.${contentType.slice('image/'.length)}`, contentType, content: answer };
    },
  };
}

export function createSpeechModel(settings: ModelSettings, connection: ModelConnection): SpeechModel {
  return {
    settings,
    async speak(text, { voice = 'alloy', signal }) {
      const body = JSON.stringify({ model: settings.name, input: text, voice, response_format: 'mp3' });
      return post(settings, connection, signal, {
        path: '/audio/speech',
        headers: JSON_CONTENT,
        newBody: async () => body,
        limitBytes: RESULT_LIMIT_BYTES,
        read: (content, contentType) => toSpeechFile(content, contentType, settings),
      });
    },
  };
}

export function createTranscriptionModel(settings: ModelSettings, connection: ModelConnection): TranscriptionModel {
  return {
    settings,
    async transcribe(audio, { signal }) {
      return post(settings, connection, signal, {
        path: '/audio/transcriptions',
        headers: {},
        newBody: async () => {
          const form = await connection.newForm();
          form.set('model', settings.name);
          form.set('response_format', 'json');
          form.set('file', new Blob([Buffer.from(audio.content)], { type: audio.contentType }), audio.filename);
          return form;
        },
        limitBytes: TRANSCRIPT_LIMIT_CHARACTERS * 4,
        read: content => parseTranscript(content, settings),
      });
    },
  };
}

const JSON_CONTENT = { 'content-type': 'application/json' };

interface Exchange<Result> {
  path: string;
  headers: Record<string, string>;
  newBody(): Promise<unknown>;
  limitBytes: number;
  /** Throws a ModelError when the answer can not be read; the request is then retried. */
  read(content: Buffer, contentType: string): Result;
}

async function post<Result>(
  settings: ModelSettings,
  connection: ModelConnection,
  signal: AbortSignal,
  exchange: Exchange<Result>,
): Promise<Result> {
  return withRetries(settings, signal, async attempt => {
    const { content, contentType } = await send(settings, connection, attempt, exchange);
    return exchange.read(content, contentType);
  });
}

async function send<Result>(
  settings: ModelSettings,
  connection: ModelConnection,
  attempt: ModelAttempt,
  { path, headers, newBody, limitBytes }: Exchange<Result>,
): Promise<{ content: Buffer; contentType: string }> {
  try {
    const response = await connection.fetch(`${baseUrl(settings)}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(settings.key && { authorization: `Bearer ${settings.key}` }) },
      body: (await newBody()) as RequestInit['body'],
      signal: attempt.signal,
    });
    if (!response.ok) {
      const details = messageInBody(await readHead(response, attempt)) || response.statusText;
      const delayMs = readRetryAfter(Object.fromEntries(response.headers));
      throw new StatusError(settings, response.status, details, delayMs);
    }
    const content = await readWhole(response, attempt, limitBytes, settings);
    return { content, contentType: response.headers.get('content-type') ?? '' };
  } catch (error) {
    attempt.signal.throwIfAborted();
    throw toModelError(error, settings);
  }
}

async function readWhole(
  response: Response,
  attempt: ModelAttempt,
  limitBytes: number,
  settings: ModelSettings,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    attempt.reportProgress();
    bytes += chunk.length;
    if (bytes > limitBytes) throw answerTooLong(settings);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readHead(response: Response, attempt: ModelAttempt): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of response.body ?? []) {
    attempt.reportProgress();
    head = Buffer.concat([head, chunk]);
    if (head.length > ERROR_LIMIT_BYTES) break;
  }
  return head.toString();
}

function parseImage(content: Buffer, settings: ModelSettings): Buffer {
  const { data } = readJson(content, settings);
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  const encoded = isObject(first) ? first.b64_json : undefined;
  const image = typeof encoded === 'string' ? Buffer.from(encoded, 'base64') : Buffer.alloc(0);
  if (image.length === 0) throw answerUnreadable(settings);
  if (image.length > RESULT_LIMIT_BYTES) throw answerTooLong(settings);
  return image;
}

function detectImageType(content: Uint8Array): string {
  const head = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return /^RIFF....WEBP/s.test(head) ? 'image/webp' : 'image/png';
}

const SPEECH_ENDINGS: Record<string, string> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
};

function toSpeechFile(content: Buffer, header: string, settings: ModelSettings): ModelFile {
  const [type = ''] = header.split(';');
  if (content.length === 0 || /json|text/.test(type)) throw answerUnreadable(settings);
  const contentType = type in SPEECH_ENDINGS ? type : 'audio/mpeg';
  return { filename: `speech.${SPEECH_ENDINGS[contentType] ?? 'mp3'}`, contentType, content };
}

function parseTranscript(content: Buffer, settings: ModelSettings): string {
  const { text } = readJson(content, settings);
  if (typeof text !== 'string') throw answerUnreadable(settings);
  if (text.length > TRANSCRIPT_LIMIT_CHARACTERS) throw answerTooLong(settings);
  return text;
}

function readJson(content: Buffer, settings: ModelSettings): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content.toString());
    if (isObject(value)) return value;
  } catch {
    // It is reported below.
  }
  throw answerUnreadable(settings);
}
