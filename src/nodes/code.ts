import Type, { type Static } from 'typebox';
import type { CodeResult, CodeTask } from '../code/contract.ts';
import { BROKEN, needsTooMuch, tookTooLong } from '../code/messages.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { isJsonSmall } from '../platform/json/head.ts';
import { parseJson } from '../platform/json/parse.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { ThreadError } from '../platform/threads/thread-pool.ts';
import { compute, type NodeType } from './node.ts';
import { anyValue, strict } from './param-schemas.ts';
import { type ComputeContext, StepError, type StepOutcome } from './step.ts';
import { widget } from './widgets.ts';

const { sourceCharacters, seconds, memoryMb } = fixedLimits.code;

const Params = Type.Object(
  {
    code: Type.String({
      title: 'Code',
      description:
        'A module that exports a function: `export default function (input, { now, run, log }) { return … }`. ' +
        'The function may be async. It has no network, files, timers or imports.',
      minLength: 1,
      maxLength: sourceCharacters,
      ...widget('code'),
    }),
    input: Type.Optional(
      anyValue('Input', 'The first argument of the function: any JSON; the strings in it are templates.'),
    ),
    language: Type.Optional(
      Type.Enum(['javascript', 'typescript'], {
        type: 'string',
        title: 'Language',
        description: 'The types of TypeScript are removed and not checked.',
        default: 'javascript',
      }),
    ),
    timeout_seconds: Type.Optional(
      Type.Number({
        title: 'Timeout',
        description: 'Seconds of processor time after which the step fails.',
        exclusiveMinimum: 0,
        maximum: seconds.most,
        default: seconds.default,
      }),
    ),
    memory_mb: Type.Optional(
      Type.Integer({
        title: 'Memory',
        description: 'Megabytes that the code may use.',
        minimum: 1,
        maximum: memoryMb.most,
        default: memoryMb.default,
      }),
    ),
  },
  strict,
);

export const code: NodeType<'code'> = {
  type: 'code',
  title: 'Code',
  description:
    'Runs JavaScript or TypeScript on its input, without network and files. Output: what the function returns, as JSON.',
  category: 'action',
  terminal: false,
  handles: [],
  paramsSchema: Params,
  texts: { code: 'literal', language: 'literal' },
  sources: params => {
    const { code: source, language = 'javascript' } = params;
    const isKnown = language === 'javascript' || language === 'typescript';
    return typeof source === 'string' && isKnown ? [{ param: 'code', language, source }] : [];
  },
  execution: compute(Params, runCode),
};

const CODE_THREAD = new URL('../code/code-thread.ts', import.meta.url);
/** The same as for templates, because threads with the same limit do both. The code itself has a limit of its own. */
const THREAD_MB = 512;
/** Code that asks whether its time is over ends by itself. The thread is ended a little later. */
const GRACE_MS = 500;
const SMALL_CHARACTERS = 100_000;

async function runCode(params: Static<typeof Params>, context: ComputeContext): Promise<StepOutcome> {
  const { owner, signal } = context;
  const task: CodeTask = {
    source: params.code,
    language: params.language ?? 'javascript',
    input: await toText(params.input ?? null, context),
    run: context.run,
    nowMs: context.startedAt.getTime(),
    seed: context.seed,
    timeoutMs: (params.timeout_seconds ?? seconds.default) * 1000,
    memoryMb: params.memory_mb ?? memoryMb.default,
  };
  const limits = { owner, signal, timeoutMs: task.timeoutMs + GRACE_MS, memoryMb: THREAD_MB };
  const result = await context.threads
    .run<CodeResult>(CODE_THREAD, task, limits)
    .catch((error: unknown) => throwStepError(error, task));
  const text = result.log === '' ? undefined : result.log;
  if ('error' in result) throw new StepError(result.error, { kind: 'code', text });
  const output = await parseJson(result.value, { owner, signal }).catch((error: unknown) => {
    throw error instanceof JsonTooDeep
      ? new StepError(`The result can not be kept: ${error.message}`, { kind: 'code', text })
      : error;
  });
  return { output, ...(text !== undefined && { text }) };
}

async function toText(value: unknown, { owner, signal }: ComputeContext): Promise<string> {
  return isJsonSmall(value, SMALL_CHARACTERS) ? JSON.stringify(value) : stringifyJson(value, { owner, signal });
}

function throwStepError(error: unknown, { timeoutMs, memoryMb: limitMb }: CodeTask): never {
  if (!(error instanceof ThreadError) || error.reason === 'closed' || error.reason === 'failed') throw error;
  const messages = {
    timeout: tookTooLong(timeoutMs),
    memory: needsTooMuch(limitMb),
    crashed: BROKEN,
  };
  throw new StepError(messages[error.reason], { kind: 'code', cause: error });
}
