/** The input of a run while somebody edits it: as a form or as JSON, without losing anything at a change. PURE. */
import { type Definition, findNode, isObject } from '../graph/definition.ts';
import * as texts from '../texts/run-parts.ts';
import { readTypedInput } from './input.ts';

export type InputMode = 'form' | 'json';

export interface InputDraft {
  readonly mode: InputMode;
  /** What the form shows. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What is typed as JSON. */
  readonly text: string;
}

export type InputResult = { value: Record<string, unknown> } | { problem: string };

/** The schema of a trigger's input, when it describes fields. */
export function inputSchema(
  definition: Definition | undefined,
  triggerId: string,
): Record<string, unknown> | undefined {
  const node = definition && findNode(definition, triggerId);
  if (node?.type === 'trigger.form') {
    const values = withFields(node.params?.form_schema);
    return (
      values && { type: 'object', properties: { values: { title: texts.answers, ...values } }, required: ['values'] }
    );
  }
  return withFields(node?.params?.input_schema);
}

function withFields(schema: unknown): Record<string, unknown> | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined;
  return Object.keys(schema.properties).length > 0 ? schema : undefined;
}

export function startDraft(input: unknown, schema: Record<string, unknown> | undefined): InputDraft {
  const value = isObject(input) ? input : {};
  return { mode: schema ? 'form' : 'json', value, text: toText(value) };
}

/** Changes between form and JSON. What is no JSON yet stays as it is typed, and the form can not show it. */
export function changeMode(draft: InputDraft, mode: InputMode): InputDraft {
  if (mode === draft.mode) return draft;
  if (mode === 'json') return { ...draft, mode, text: toText(draft.value) };
  const read = readTypedInput(draft.text);
  return 'problem' in read ? draft : { ...draft, mode, value: read.value };
}

export function readDraft({ mode, value, text }: InputDraft): InputResult {
  return mode === 'form' ? { value: { ...value } } : readTypedInput(text);
}

function toText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** The names of required fields that have no value, which the service would refuse. */
export function missingFields(schema: Record<string, unknown> | undefined, input: Record<string, unknown>): string[] {
  const required = Array.isArray(schema?.required) ? schema.required : [];
  return required.filter(name => typeof name === 'string' && (input[name] === undefined || input[name] === ''));
}
