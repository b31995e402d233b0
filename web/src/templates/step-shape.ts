/** What a template can read of an earlier step, and how a value is told in a few words. */
import * as texts from '../texts/templates.ts';
import { type Shape, UNKNOWN } from './shape.ts';

/** A step as templates see it: `steps.<id>`. */
export function stepShape({ output }: { readonly output: Shape }): Shape {
  return {
    kind: 'fields',
    fields: {
      output,
      text: { kind: 'unknown', description: texts.whatStepSaysPeople },
      success: { kind: 'unknown', description: texts.whetherSucceeded },
      status: { kind: 'unknown', description: texts.successFailedSkipped },
      error: { kind: 'unknown', description: texts.whyFailed },
      file_ids: { kind: 'list', entry: UNKNOWN },
    },
  };
}

const SHOWN_TEXT = 40;

/** A value in a few words: the value itself when it is short. Undefined when nothing is known. */
export function describeShape(shape: Shape): string | undefined {
  switch (shape.kind) {
    case 'value':
      return describeValue(shape.value);
    case 'fields':
      return Object.keys(shape.fields).length === 0 ? undefined : 'object';
    case 'list':
      return 'list';
    case 'unknown':
      return undefined;
  }
}

export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > SHOWN_TEXT ? `"${value.slice(0, SHOWN_TEXT)}…"` : JSON.stringify(value);
  }
  if (Array.isArray(value)) return value.length === 1 ? texts.listOfOne : texts.list(value.length);
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.keys(value).length;
  return fields === 1 ? '1 field' : texts.fields(fields);
}
