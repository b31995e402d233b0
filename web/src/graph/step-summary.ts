/**
 * The second line of a step: what it does, in words made of its params. Empty where the params do not say it yet. PURE.
 */
import { readScheduleDays } from '../../../src/engine/schedule-days.ts';
import { describeCron } from '../forms/cron-plan.ts';
import { formatDuration } from '../look/duration.ts';
import * as texts from '../texts/step-summaries.ts';
import { type GraphNode, isObject } from './definition.ts';
import { shortenExpression, shortenTemplate, shortenUrl, shortenValue } from './template-words.ts';

type Params = Readonly<Record<string, unknown>>;

const SUMMARIES: Readonly<Record<string, (params: Params, toolTitle: string) => string>> = {
  'trigger.manual': ({ input_schema: schema }) => {
    const fields = isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
    return fields.length === 0 ? texts.startedByHand : texts.asksFor(fields);
  },
  'trigger.schedule': ({ cron, timezone, days }) => inZone(describeTime(cron, days), timezone),
  'trigger.webhook': ({ methods }) => (hasEntries(methods) ? texts.callBy(methods.join(', ')) : texts.anyCall),
  'trigger.booster_record': ({ collection, events }) =>
    watches(isAll(collection) ? texts.anyCollection : shortenValue(collection), events),
  'trigger.booster_file': ({ folder, events }) =>
    watches(isAll(folder) ? texts.anyFolder : shortenValue(folder), events),
  'trigger.poll': ({ tool, every }) =>
    texts.polls(
      shortenValue(tool),
      typeof every === 'number' ? texts.everySoOften(seconds(every)) : describeTime(every),
    ),
  'trigger.message': messagePlace,
  'trigger.database_change': ({ tables, kinds }) =>
    hasEntries(tables) ? watches(tables.map(String).join(', '), kinds) : '',
  'trigger.run': ({ statuses }) => texts.runsThatEnd(hasEntries(statuses) ? statuses.map(String) : ['failed']),
  'trigger.form': ({ title }) => shortenValue(title),
  'tool.call': ({ tool, params }, title) =>
    joinDots(firstOf(title, shortenValue(tool)), isObject(params) ? firstText(params) : ''),
  'assistant.run': ({ prompt }) => shortenValue(prompt),
  'workflow.run': ({ input }) => {
    const fields = isObject(input) ? Object.keys(input) : [];
    return fields.length === 0 ? texts.anotherWorkflow : texts.withInput(fields);
  },
  'http.request': ({ method = 'GET', url }) =>
    typeof url === 'string' && url !== '' ? `${shortenValue(method)} ${shortenUrl(url)}` : '',
  notify: ({ subject, to }) => {
    const what = shortenValue(subject);
    return to === undefined || to === '' ? what : texts.toWhom(what, shortenValue(to));
  },
  'file.to_text': ({ files }) => withWords(shortenValue(files), texts.readsFile),
  code: ({ code }) => firstLineOfCode(code),
  'message.send': messagePlace,
  'event.send': ({ name, key }) => joinDots(shortenValue(name), shortenValue(key)),
  'webhook.reply': ({ status = 200, body, file }) => joinDots(shortenValue(status), shortenValue(file ?? body)),
  'human.approval': ({ title, assignees }) => {
    const whom = shortenValue(assignees);
    return whom === '' ? shortenValue(title) : texts.asks(whom, shortenValue(title));
  },
  wait: describeWait,
  condition: ({ expression }) => shortenedExpression(expression),
  switch: ({ cases }) => names(cases),
  'ai.condition': ({ question }) => shortenValue(question),
  'ai.choice': ({ question, options }) => firstOf(shortenValue(question), names(options)),
  loop: ({ items, file, records, query }) => withWords(loopSource(items, file, records, query), texts.eachOf),
  repeat: ({ until }) => withWords(shortenedExpression(until), texts.repeatsUntil),
  transform: ({ value }) => shortenValue(value),
  output: ({ value }) => shortenValue(value),
};

function loopSource(items: unknown, file: unknown, records: unknown, query: unknown): string {
  if (isObject(records)) return shortenValue(records.collection);
  if (isObject(query)) return shortenValue(query.query);
  return file === undefined ? shortenedExpression(items) : shortenValue(file);
}

/** Where messages come from or go to. */
function messagePlace({ host, subject, stream, queue, topic, exchange, routing_key }: Params): string {
  const place = [subject, stream, queue, topic].map(shortenValue);
  const route = joinDots(shortenValue(exchange), shortenValue(routing_key));
  return joinDots(firstOf(...place, route), shortenValue(host));
}

/** The title of a tool is in the catalog; without it, its name serves. */
export function summarizeStep({ type, params = {} }: Pick<GraphNode, 'type' | 'params'>, toolTitle = ''): string {
  const summary = Object.hasOwn(SUMMARIES, type) ? (SUMMARIES[type]?.(params, toolTitle) ?? '') : '';
  const { when } = params;
  return summary !== '' && typeof when === 'string' ? texts.onlyIf(summary, shortenedExpression(when)) : summary;
}

function describeWait({ seconds: time, until, call, event }: Params): string {
  if (typeof time === 'number') return texts.waitsFor(seconds(time));
  if (typeof time === 'string' && time !== '') return texts.waitsFor(`${shortenTemplate(time)} s`);
  if (until !== undefined && until !== '') return texts.waitsUntil(shortenValue(until));
  if (call === true) return texts.waitsForCall;
  return isObject(event) ? withWords(shortenValue(event.name), texts.waitsForEvent) : '';
}

/** Templates in cron expressions are not allowed, so what has no words is shown as it is. */
function describeTime(cron: unknown, days?: unknown): string {
  if (typeof cron !== 'string') return '';
  return describeCron(cron, readScheduleDays(days)) ?? cron;
}

function inZone(time: string, zone: unknown): string {
  return typeof zone === 'string' && zone !== '' && time !== '' ? texts.inZone(time, zone) : time;
}

function watches(what: string, events: unknown): string {
  return hasEntries(events) ? texts.watches(what, events.map(String)) : what;
}

function isAll(name: unknown): boolean {
  return name === undefined || name === '' || name === '*';
}

/** Somebody chose this time, so zeros tell nothing. */
function seconds(time: number): string {
  return formatDuration(time * 1_000)
    .replace(/ 00? [smh]$/, '')
    .replace('.0 s', ' s');
}

function shortenedExpression(expression: unknown): string {
  return typeof expression === 'string' ? shortenExpression(expression) : shortenValue(expression);
}

/** The first param with words in it tells the most about a call. */
function firstText(params: Params): string {
  const texts = Object.values(params).filter(value => typeof value === 'string' && value.trim() !== '');
  return shortenValue(texts[0]);
}

function firstLineOfCode(code: unknown): string {
  if (typeof code !== 'string') return '';
  const lines = code.split('\n').map(line => line.trim());
  return shortenValue(lines.find(line => line !== '' && !/^(\/\/|\/\*|\*|#|import\b)/.test(line)));
}

function names(entries: unknown): string {
  if (!Array.isArray(entries)) return '';
  return texts.between(
    entries.flatMap((entry: unknown) => (isObject(entry) && typeof entry.name === 'string' ? entry.name : [])),
  );
}

function hasEntries(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function withWords(what: string, words: (what: string) => string): string {
  return what === '' ? '' : words(what);
}

function joinDots(...parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ');
}

function firstOf(...choices: readonly string[]): string {
  return choices.find(choice => choice !== '') ?? '';
}
