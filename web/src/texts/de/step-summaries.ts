import { joinWords } from './lists.ts';

export * from './common.ts';

export const asksFor = (fields: readonly string[]) => `fragt nach ${joinWords(fields)}`;
export const onlyIf = (summary: string, condition: string) => `${summary}, falls ${condition}`;
export const anyCall = 'jeder Aufruf';
export const callBy = (methods: string) => `ein Aufruf mit ${methods}`;
export const inZone = (time: string, zone: string) => `${time} (${zone})`;
export const watches = (what: string, events: readonly string[]) => `${what}: ${joinWords(events)}`;
export const anyCollection = 'jede Sammlung';
export const anyFolder = 'jeder Ordner';
export const runsThatEnd = (statuses: readonly string[]) => `ein Lauf endet als ${joinWords(statuses)}`;
export const polls = (what: string, time: string) => (time === '' ? what : `${what}, ${time}`);
export const everySoOften = (duration: string) => `alle ${duration}`;
export const anotherWorkflow = 'ein anderer Workflow';
export const withInput = (fields: readonly string[]) => `mit ${joinWords(fields)}`;
export const toWhom = (what: string, to: string) => `${what} → ${to}`;
export const readsFile = (file: string) => `Text von ${file}`;
export const asks = (whom: string, what: string) => `fragt ${whom}: ${what}`;
export const waitsFor = (duration: string) => `für ${duration}`;
export const waitsUntil = (time: string) => `bis ${time}`;
export const waitsForCall = 'auf einen Aufruf';
export const waitsForEvent = (name: string) => `auf das Ereignis ${name}`;
export const repeatsUntil = (expression: string) => `bis ${expression}`;
export const eachOf = (items: string) => `jedes Element von ${items}`;
export const between = (names: readonly string[]) => names.join(' · ');
