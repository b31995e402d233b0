/** Asks the source of a poll: calls the tool on behalf of a user, and finds the items in its result. */
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase } from '../../database.ts';
import { isTemplate } from '../../engine/node-rules.ts';
import type { RenderedParams } from '../../engine/printed-params.ts';
import { findNamedSecrets } from '../../engine/secrets.ts';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { StepError, type StepFiles } from '../../nodes/step.ts';
import type { PollParams } from '../../nodes/triggers/poll.ts';
import { JsonTooDeep, JsonTooLarge } from '../../platform/json/errors.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import { SecretMarkers } from '../../runs/executing/secret-markers.ts';
import { toolLimits } from '../../tools/contract/tool-limits.ts';
import type { ToolBox } from '../../tools/registry.ts';
import { createUserTools, type UserToolServices } from '../../tools/user-tools.ts';
import { mayUseVariables, readVariableValues } from '../../variables/reading.ts';
import type { FoundItems, PollThreadInput } from './poll-thread.ts';

export interface ReadingServices extends UserToolServices {
  database: HeddleDatabase;
  box: ToolBox;
  threads: ThreadPool;
  limits: { inputCharacters: number };
}

export interface Source {
  params: PollParams;
  cursor: unknown;
  workflow: { id: string; name: string; organizationId: string | null };
  nodeId: string;
  user: { userId: string; email: string; name: string };
  /** The same for each attempt of the same poll. */
  idempotencyKey: string;
  /** Called with the id of each file that the tool creates. */
  onSaved?(fileId: string): void;
  /** Where the tool saves files instead, if not among those of the user. */
  files?: StepFiles;
  signal: AbortSignal;
}

const THREAD = new URL('./poll-thread.ts', import.meta.url);
const limits = fixedLimits.poll;
/** What stands around an item in the input of a run. */
const FRAME_CHARACTERS = 1000;

/** Throws a StepError when the source can not be read, or when its items can not be found. */
export async function readPollSource(services: ReadingServices, source: Source): Promise<FoundItems> {
  const ends = AbortSignal.timeout(limits.callSeconds * 1000);
  const signal = AbortSignal.any([source.signal, ends]);
  try {
    const result = await callTool(services, source, signal);
    const { items, key, cursor } = source.params;
    return await evaluate<FoundItems>(services, source, {
      part: 'items',
      result,
      cursor: source.cursor,
      expressions: { items, key, cursor },
      limitMs: limits.evaluation.timeoutMs,
      limits: {
        items: limits.items,
        itemCharacters: services.limits.inputCharacters - FRAME_CHARACTERS,
        cursorCharacters: limits.cursorCharacters,
        keyCharacters: settingsLimits.keyCharacters,
      },
    });
  } catch (error) {
    source.signal.throwIfAborted();
    if (ends.aborted)
      throw new StepError(`The tool took longer than ${limits.callSeconds} seconds`, { kind: 'timeout' });
    throw error;
  }
}

/** Returns the result as JSON. */
async function callTool(services: ReadingServices, source: Source, signal: AbortSignal): Promise<string> {
  const { params, workflow, nodeId, user, idempotencyKey, files } = source;
  const markers = new SecretMarkers();
  const rendered = await renderToolParams(services, source, markers);
  const tools = createUserTools(services, {
    caller: user,
    organizationId: workflow.organizationId,
    place: { workflowId: workflow.id, nodeId, markers: markers.of(findNamedSecrets(params.params)) },
    isNamed: () => false,
    signal,
    ...(files && { files }),
    ...(source.onSaved && { onSaved: source.onSaved }),
  });
  const { output } = await tools.call(services.box, params.tool, rendered.params, idempotencyKey, rendered.printed);
  try {
    const limitCharacters = toolLimits.resultCharacters;
    return await stringifyJson(output ?? null, { limitCharacters, owner: user.userId, signal });
  } catch (error) {
    if (!(error instanceof JsonTooLarge || error instanceof JsonTooDeep)) throw error;
    throw new StepError(`The result of the tool can not be read: ${error.message}`, { cause: error });
  }
}

async function renderToolParams(
  services: ReadingServices,
  source: Source,
  markers: SecretMarkers,
): Promise<RenderedParams> {
  const { workflow, cursor } = source;
  const { params = {}, credential } = source.params;
  const given = { ...params, ...(credential !== undefined && { credential }) };
  const text = JSON.stringify(params);
  if (!isTemplate(text)) return { params: given, printed: {} };
  const vars = mayUseVariables(text) ? await readVariableValues(services.database.query, workflow.id, 'any') : {};
  const context = {
    cursor,
    vars,
    workflow: { id: workflow.id, name: workflow.name },
    now: new Date().toISOString(),
    secrets: markers.variable(findNamedSecrets(params)),
  };
  const rendered = await evaluate<RenderedParams>(services, source, {
    part: 'params',
    params,
    context,
    limitMs: fixedLimits.run.templateMs,
  });
  return { ...rendered, params: { ...given, ...rendered.params } };
}

async function evaluate<Result>(
  { threads }: ReadingServices,
  { user, signal }: Source,
  input: PollThreadInput,
): Promise<Result> {
  const { timeoutMs, memoryMb } = limits.evaluation;
  try {
    return await threads.run<Result>(THREAD, input, { owner: user.userId, timeoutMs, memoryMb, signal });
  } catch (error) {
    throw toStepError(error);
  }
}

function toStepError(error: unknown): unknown {
  if (!(error instanceof ThreadError)) return error;
  const { reason, thrown, message } = error;
  if (reason === 'failed' && thrown === 'BadInput') return new StepError(message);
  const { timeoutMs, memoryMb } = limits.evaluation;
  if (reason === 'timeout') return new StepError(`Finding the items took longer than ${timeoutMs / 1000} seconds`);
  if (reason === 'memory') return new StepError(`Finding the items needs more than ${memoryMb} MB of memory`);
  return error;
}
