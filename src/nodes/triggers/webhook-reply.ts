/** `webhook.reply` answers the webhook call that started the run, and lets the run go on. */
import Type, { type Static } from 'typebox';
import { fixedLimits, MEGABYTE } from '../../configuration/limits.ts';
import { toJsonBody } from '../http-sending.ts';
import { effect, type NodeType } from '../node.ts';
import { ACTION_TEXTS, actionParams, anyValue, type FileParam, strict } from '../param-schemas.ts';
import { type CallReply, type StepContext, StepError, type StepOutcome } from '../step.ts';

const limits = fixedLimits.webhook;
const DEFAULT_STATUS = 200;
const CONTENT_TYPE = 'content-type';

const Params = Type.Object(
  {
    status: Type.Optional(
      Type.Integer({
        title: 'Status',
        description: 'The HTTP status of the answer.',
        minimum: 200,
        maximum: 599,
        default: DEFAULT_STATUS,
      }),
    ),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string | number | boolean>>(
        Type.Object(
          {},
          {
            title: 'Headers',
            description: 'Headers of the answer by name, such as Content-Type or Location.',
            additionalProperties: { type: ['string', 'number', 'boolean'] },
          },
        ),
      ),
    ),
    body: Type.Optional(anyValue('Body', 'A string is sent as text, anything else as JSON. Null: none.')),
    file: Type.Optional(
      Type.Unsafe<FileParam>({
        type: ['string', 'object'],
        title: 'File',
        description: 'A file instead of a body: an attachment, or the id of a file.',
      }),
    ),
    ...actionParams,
  },
  strict,
);

export const webhookReply: NodeType<'webhook.reply'> = {
  type: 'webhook.reply',
  title: 'Webhook answer',
  description:
    "Answers the webhook call that started the run, when the webhook's reply is 'step'. The run goes on. Output: " +
    '{status, answered}; answered is false when nobody waits for an answer.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: ACTION_TEXTS,
  outputSchema: Type.Object({ status: Type.Integer(), answered: Type.Boolean() }),
  problems: params =>
    params.file !== undefined && params.body !== undefined
      ? [{ message: "'file' and 'body' can not both be given", param: 'file' }]
      : [],
  execution: effect(Params, sendReply),
};

async function sendReply(params: Static<typeof Params>, context: StepContext): Promise<StepOutcome> {
  const { status = DEFAULT_STATUS } = params;
  const given = checkReplyHeaders(params.headers ?? {});
  const { type, bytes, more = [] } = await readContent(params, context);
  if (bytes.length > limits.replyBytes) {
    throw new StepError(`The answer is too large (at most ${limits.replyBytes / MEGABYTE} MB)`);
  }
  const names = new Set(given.map(([name]) => name));
  const isTyped = type !== undefined && !names.has(CONTENT_TYPE);
  const defaults = [...(isTyped ? [[CONTENT_TYPE, type] as const] : []), ...more.filter(([name]) => !names.has(name))];
  const reply: CallReply = { status, headers: [...given, ...defaults], body: bytes };
  const answered = await context.replyToCall(reply);
  const text = answered ? `Answered with ${status}` : 'Nobody waits for an answer of this run';
  return { output: { status, answered }, text };
}

interface Content {
  type: string | undefined;
  bytes: Buffer;
  more?: readonly (readonly [string, string])[];
}

async function readContent({ body, file }: Static<typeof Params>, context: StepContext): Promise<Content> {
  if (file !== undefined && file !== null) {
    const { attachment, content } = await context.files.read(file);
    // The name may have characters that a header can not have.
    const name = encodeURIComponent(attachment.filename.toWellFormed());
    const disposition = ['content-disposition', `inline; filename*=UTF-8''${name}`] as const;
    return { type: attachment.content_type, bytes: content, more: [disposition] };
  }
  if (body === undefined || body === null) return { type: undefined, bytes: Buffer.alloc(0) };
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', bytes: Buffer.from(body.toWellFormed()) };
  return { type: 'application/json', bytes: Buffer.from(await toJsonBody(body, context.signal)) };
}

/**
 * Headers that belong to the connection, or with which an answer could change what browsers keep of this service:
 * cookies, security policies, and who may read it.
 */
const RESERVED_HEADER = new RegExp(
  `^(${[
    'connection',
    'keep-alive',
    'proxy-.*',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'content-length',
    'content-encoding',
    'date',
    'server',
    'set-cookie2?',
    'access-control-.*',
    'content-security-policy.*',
    'cross-origin-.*',
    'origin-agent-cluster',
    'strict-transport-security',
    'public-key-pins.*',
    'expect-ct',
    'permissions-policy',
    'x-content-type-options',
    'x-frame-options',
    'x-xss-protection',
    'x-request-id',
    'clear-site-data',
    'service-worker.*',
    'alt-svc',
    'report(ing-endpoints|-to)',
    'nel',
    'accept-ch',
    'vary',
    'www-authenticate',
    'x-accel-.*',
    'x-sendfile',
  ].join('|')})$`,
);

/** A page of this service could load it as if it were a part of the service. */
const PROGRAM = /javascript|ecmascript|wasm|x-js/i;

/** Returns the headers with names in lower case. Throws a StepError that names what can not be sent. */
export function checkReplyHeaders(headers: Readonly<Record<string, string | number | boolean>>): [string, string][] {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), String(value)]);
  if (entries.length > limits.replyHeaders) throw new StepError(`An answer has at most ${limits.replyHeaders} headers`);
  let characters = 0;
  for (const [name, value] of entries) {
    characters += name.length + value.length;
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new StepError(`'${name}' is not the name of a header`);
    if (RESERVED_HEADER.test(name)) throw new StepError(`The header '${name}' can not be set by an answer`);
    // A line break would begin another header.
    if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
      throw new StepError(`The header '${name}' has characters that a header can not have`);
    }
  }
  if (characters > limits.replyHeaderCharacters) {
    throw new StepError(`The headers of an answer have at most ${limits.replyHeaderCharacters} characters`);
  }
  if (new Set(entries.map(([name]) => name)).size < entries.length) throw new StepError('A header is given twice');
  for (const [name, value] of entries) {
    if (name === CONTENT_TYPE && PROGRAM.test(value)) throw new StepError(`An answer can not have the type '${value}'`);
  }
  return entries;
}
