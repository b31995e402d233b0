/** What the second line of a step says that it does. */
import { joinWords } from './lists.ts';

export * from './common.ts';

export const asksFor = (fields: readonly string[]) => `asks for ${joinWords(fields)}`;
export const onlyIf = (summary: string, condition: string) => `${summary}, if ${condition}`;
export const anyCall = 'any call';
export const callBy = (methods: string) => `a call by ${methods}`;
export const inZone = (time: string, zone: string) => `${time}, ${zone}`;
export const watches = (what: string, events: readonly string[]) => `${what}: ${joinWords(events)}`;
export const anyCollection = 'any collection';
export const anyFolder = 'any folder';
export const runsThatEnd = (statuses: readonly string[]) => `a run that ends as ${joinWords(statuses)}`;
export const polls = (what: string, time: string) => (time === '' ? what : `${what}, ${time}`);
export const everySoOften = (duration: string) => `every ${duration}`;
export const anotherWorkflow = 'another workflow';
export const withInput = (fields: readonly string[]) => `with ${joinWords(fields)}`;
export const toWhom = (what: string, to: string) => `${what} → ${to}`;
export const readsFile = (file: string) => `text of ${file}`;
export const asks = (whom: string, what: string) => `asks ${whom}: ${what}`;
export const waitsFor = (duration: string) => `for ${duration}`;
export const waitsUntil = (time: string) => `until ${time}`;
export const waitsForCall = 'for a call';
export const waitsForEvent = (name: string) => `for the event ${name}`;
export const repeatsUntil = (expression: string) => `until ${expression}`;
export const eachOf = (items: string) => `each of ${items}`;
export const between = (names: readonly string[]) => names.join(' · ');
