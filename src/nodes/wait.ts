import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import type { Params as NodeParams } from '../engine/definition.ts';
import { effect, type NodeType } from './node.ts';
import { strict } from './param-schemas.ts';
import { type StepContext, StepError, type StepOutcome, type WaitedEvent, type WaitRequest } from './step.ts';

const { days, timeoutSeconds, event: eventLimits } = fixedLimits.wait;
const MOST_SECONDS = days * 86_400;

export const eventNameParam = Type.String({
  title: 'Name',
  description: 'Name of the event, such as order.paid.',
  minLength: 1,
  maxLength: eventLimits.nameCharacters,
});

export const eventKey = Type.String({
  title: 'Key',
  description: 'What tells events of the same name apart, such as the number of an order.',
  maxLength: eventLimits.keyCharacters,
});

const Params = Type.Object(
  {
    seconds: Type.Optional(
      Type.Number({
        title: 'Seconds',
        description: 'How long to wait. Give either this, or until, or call, or event.',
        minimum: 0,
        maximum: MOST_SECONDS,
      }),
    ),
    until: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'number'],
        title: 'Until',
        description:
          'The time to wait for: ISO text such as 2026-12-24T18:00:00Z (UTC without a zone), or milliseconds since 1970.',
        minLength: 1,
      }),
    ),
    call: Type.Optional(
      Type.Boolean({
        title: 'Call',
        description: 'Waits until somebody calls the URL run.links.<id of this step>, which earlier steps know.',
      }),
    ),
    event: Type.Optional(
      Type.Object(
        { name: eventNameParam, key: Type.Optional(eventKey) },
        { ...strict, title: 'Event', description: 'Waits for an event that is sent with this name and key.' },
      ),
    ),
    timeout_seconds: Type.Optional(
      Type.Number({
        title: 'Timeout',
        description:
          'Seconds in which the call or the event must come. After that the run continues on timeout if connected, ' +
          'else the step fails.',
        exclusiveMinimum: 0,
        maximum: MOST_SECONDS,
        default: timeoutSeconds,
      }),
    ),
  },
  strict,
);

type Params = Static<typeof Params>;

export const wait: NodeType<'wait'> = {
  type: 'wait',
  title: 'Wait',
  description:
    'Waits for some time, until a time, for a call of the URL run.links.<id of this step>, or for an event. ' +
    'Output: {body, query, headers} of a call, {name, key, data} of an event, or {until}.',
  category: 'logic',
  terminal: false,
  handles: ['timeout'],
  defaultOutput: true,
  openHandles: ['timeout'],
  failingHandles: ['timeout'],
  paramsSchema: Params,
  problems: findProblems,
  isCalled: ({ call }) => call !== undefined && call !== false,
  // `timeout_seconds` is the time in which somebody must call, not that of an attempt.
  execution: { ...effect(Params, performWait), timesItself: true },
};

const WAYS = ['seconds', 'until', 'call', 'event'] as const;
const CHOOSE = "give exactly one of 'seconds', 'until', 'call' and 'event'";

/** `call: false` is the same as no `call`. */
function chosenWays(params: NodeParams): readonly (typeof WAYS)[number][] {
  return WAYS.filter(way => params[way] !== undefined && params[way] !== false);
}

function findProblems(params: NodeParams): { message: string; param: string }[] {
  const [way, another] = chosenWays(params);
  if (way === undefined) return [{ message: CHOOSE, param: 'seconds' }];
  if (another !== undefined) return [{ message: `${CHOOSE}, not both ${way} and ${another}`, param: another }];
  if (params.timeout_seconds === undefined || way === 'call' || way === 'event') return [];
  return [{ message: `'timeout_seconds' has no meaning with '${way}'`, param: 'timeout_seconds' }];
}

async function performWait(params: Params, context: StepContext): Promise<StepOutcome> {
  const [problem] = findProblems(params);
  if (problem) throw new StepError(`Wait: ${problem.message}`, { kind: 'params' });
  const request = toRequest(params);
  const opened = await context.openWait(request);
  const { until } = opened;
  if (opened.isOver) return { output: { until }, text: `Waited until ${formatTime(until)}` };
  if (request.kind === 'time') return { output: { until }, text: `Waits until ${formatTime(until)}`, isWaiting: true };
  if (request.kind === 'call') {
    return {
      output: { until, url: opened.url },
      text: `Waits for a call until ${formatTime(until)}`,
      isWaiting: true,
    };
  }
  return {
    output: { until, event: request.event },
    text: `Waits for ${describeEvent(request.event)} until ${formatTime(until)}`,
    isWaiting: true,
  };
}

function toRequest({ seconds, until, call, event, timeout_seconds }: Params): WaitRequest {
  if (seconds !== undefined) return { kind: 'time', seconds };
  if (until !== undefined) return { kind: 'time', until: readTime(until) };
  const patience = timeout_seconds ?? timeoutSeconds;
  if (event) return { kind: 'event', seconds: patience, event: { name: event.name, key: event.key ?? '' } };
  if (!call) throw new StepError(`Wait: ${CHOOSE}`, { kind: 'params' });
  return { kind: 'call', seconds: patience };
}

/** A text without a time zone means UTC, on every machine. */
function readTime(until: string | number): Date {
  const text = String(until).trim();
  const isMilliseconds = typeof until === 'number' || /^\d{12,}$/.test(text);
  const time = new Date(isMilliseconds ? Number(text) : withZone(text));
  if (Number.isNaN(time.getTime()) || !(isMilliseconds || /^\d{4}-\d\d-\d\d/.test(text))) {
    throw new StepError(`'until' is not a time: ${text.slice(0, 100)}`, { kind: 'params' });
  }
  // The database knows no times long before our era, and they are all over.
  return time.getTime() < 0 ? new Date(0) : time;
}

function withZone(text: string): string {
  const [, date = text, time] = /^(\d{4}-\d\d-\d\d)[T ](.*)$/.exec(text) ?? [];
  if (time === undefined) return text;
  return /(z|[+-]\d\d(:?\d\d)?)$/i.test(time) ? `${date}T${time}` : `${date}T${time}Z`;
}

/** For people, in UTC. */
function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}

function describeEvent({ name, key }: WaitedEvent): string {
  return key === '' ? `the event '${name}'` : `the event '${name}' with the key '${key}'`;
}
