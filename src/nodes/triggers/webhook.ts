import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { fixedLimits } from '../../configuration/limits.ts';
import type { Params } from '../../engine/definition.ts';
import type { ParamMessage } from '../../engine/node-rules.ts';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { isObject } from '../../platform/is-object.ts';
import type { Cidr } from '../../platform/outbound/addresses.ts';
import type { NodeType } from '../node.ts';
import { strict } from '../param-schemas.ts';
import { FLOW_SCOPES, FLOW_TEXTS, findFlowProblems, flowParams } from './flow-params.ts';
import {
  checkVerification,
  readSenderNetworks,
  readVerification,
  type Verification,
  VerificationParams,
  verificationResources,
} from './webhook-verification.ts';

const limits = fixedLimits.webhook;

export const WEBHOOK_REPLIES = ['queued', 'result', 'step'] as const;
export type WebhookReplyMode = (typeof WEBHOOK_REPLIES)[number];
export const WEBHOOK_METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;
export type WebhookMethod = (typeof WEBHOOK_METHODS)[number];

/** The params that decide how the calls of a webhook are checked, read and answered. */
export const webhookParams = {
  reply: Type.Optional(
    Type.Enum([...WEBHOOK_REPLIES], {
      type: 'string',
      title: 'Answer',
      description:
        "What the call is answered with: 'queued' at once with the id of the run, 'result' with the output of the run, " +
        "'step' with what a step of the type webhook.reply says.",
      default: 'queued',
    }),
  ),
  reply_seconds: Type.Optional(
    Type.Integer({
      title: 'Wait for the answer',
      description: 'Seconds after which the call is answered with 202 and the id of the run, which goes on.',
      minimum: 1,
      maximum: limits.replySeconds,
      default: limits.defaultReplySeconds,
    }),
  ),
  methods: Type.Optional(
    Type.Array(Type.Enum([...WEBHOOK_METHODS], { type: 'string' }), {
      title: 'Methods',
      description: 'HTTP methods beside POST. GET only where the answer is a result or comes from a step.',
      maxItems: WEBHOOK_METHODS.length,
    }),
  ),
  cors: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.originCharacters }), {
      title: 'Web pages',
      description: "Origins whose pages may call the webhook, such as https://example.com. '*' means all.",
      maxItems: limits.origins,
    }),
  ),
  verify: Type.Optional(VerificationParams),
  forms: Type.Optional(
    Type.Boolean({
      title: 'Forms',
      description:
        'Whether the fields of web forms become an object in input.body. Otherwise a form is a text, as it was sent.',
      default: false,
    }),
  ),
  headers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.headerNameCharacters }), {
      title: 'Headers',
      description: 'Names of further headers that the run gets in input.headers.',
      maxItems: limits.passedHeaders,
    }),
  ),
  dedupe: Type.Optional(
    Type.String({
      title: 'Same call',
      description:
        "An expression on body, query and headers, such as headers['x-github-delivery']. A second call for which it " +
        'has the same value within a day starts no other run, and gets the answer of the first.',
      minLength: 1,
      maxLength: settingsLimits.expressionCharacters,
    }),
  ),
};

const WebhookParams = Type.Object({ ...webhookParams, ...flowParams }, strict);

export const webhookTrigger: NodeType<'trigger.webhook'> = {
  type: 'trigger.webhook',
  title: 'Webhook',
  description:
    'Starts the published workflow when its webhook URL is called. Output: {body, query, headers} of the call; files ' +
    'in the body become attachments.',
  category: 'trigger',
  terminal: false,
  handles: [],
  paramsSchema: WebhookParams,
  outputSchema: Type.Object({ body: Type.Unknown(), query: Type.Unknown(), headers: Type.Unknown() }),
  texts: {
    reply: 'literal',
    methods: 'literal',
    cors: 'literal',
    verify: 'literal',
    forms: 'literal',
    headers: 'literal',
    dedupe: 'expression',
    ...FLOW_TEXTS,
  },
  scopes: { dedupe: ['body', 'query', 'headers'], ...FLOW_SCOPES },
  problems: params => [...findWebhookProblems(params), ...findFlowProblems(params)],
  resources: ({ verify }) => verificationResources(verify),
  execution: { kind: 'input' },
};

/** The params of a published webhook, with their defaults. */
export interface WebhookOptions {
  reply: WebhookReplyMode;
  replySeconds: number;
  methods: ReadonlySet<string>;
  cors: readonly string[];
  /** The networks from which calls may come. Undefined when they may come from anywhere. */
  senders: readonly Cidr[] | undefined;
  /** Undefined when senders need not prove who they are. */
  verify: Verification | undefined;
  /** In lower case. */
  headers: readonly string[];
  dedupe: string | undefined;
  /** Whether the fields of forms are read. */
  forms: boolean;
}

/** For drafts, which may have any params. */
export function isValidWebhook(params: Params): boolean {
  return Value.Check(WebhookParams, params);
}

/** Reads params that were valid when the workflow was published. */
export function readWebhookOptions(params: Params): WebhookOptions {
  const {
    reply = 'queued',
    reply_seconds,
    methods = [],
    cors = [],
    verify,
    headers = [],
    dedupe,
    forms = false,
  } = params as Static<typeof WebhookParams>;
  return {
    reply,
    replySeconds: reply_seconds ?? limits.defaultReplySeconds,
    methods: new Set(['POST', ...methods]),
    cors,
    senders: verify && readSenderNetworks(verify),
    verify: verify?.scheme && readVerification({ ...verify, scheme: verify.scheme }),
    headers: headers.map(name => name.toLowerCase()),
    dedupe,
    forms,
  };
}

function findWebhookProblems({ reply = 'queued', methods, cors, headers, verify }: Params): ParamMessage[] {
  const isGetQueued = reply === 'queued' && Array.isArray(methods) && methods.includes('GET');
  return [
    ...(isGetQueued
      ? [
          {
            message:
              "'methods' must not have GET while 'reply' is queued: browsers and scanners follow links by themselves",
            param: 'methods',
          },
        ]
      : []),
    ...readTexts(cors)
      .filter(origin => !isOrigin(origin))
      .map(origin => ({
        message: `'cors' has '${origin}', which is not an origin such as https://example.com`,
        param: 'cors',
      })),
    ...readTexts(headers)
      .filter(name => !isPassable(name))
      .map(name => ({ message: `'headers' has '${name}', which is never passed on`, param: 'headers' })),
    ...(isObject(verify) ? checkVerification(verify).map(message => ({ message, param: 'verify' })) : []),
  ];
}

function readTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter(each => typeof each === 'string') : [];
}

function isOrigin(text: string): boolean {
  if (text === '*') return true;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase();
}

/** Keys, cookies and the addresses of senders are nothing that the steps of a workflow should keep. */
const PRIVATE_HEADER =
  /^(authorization|proxy-authorization|cookie|set-cookie|forwarded|via|x-forwarded-.*|x-real-ip|.*client-ip|.*connecting-ip|idempotency-key|uni-api-key)$/i;

function isPassable(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && !PRIVATE_HEADER.test(name);
}
