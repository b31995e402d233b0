/** What came out of a step, in one line for the canvas. PURE. */
import { parsePartialJson } from '../look/json/partial-json.ts';
import * as texts from '../texts/run-parts.ts';
import type { StepState } from './run-state.ts';

const LONGEST = 80;
const SHOWN_FIELDS = 2;

/** Returns nothing for steps that have not ended, and for those that gave nothing. */
export function resultLine({ status, nodeType, handle, error, text, outputHead }: StepState): string {
  if (status === 'failed') return shorten(error);
  if (status === 'waiting') return shorten(text);
  if (status !== 'success') return '';
  if (nodeType === 'loop') return '';
  // Of a choice, what was chosen says more than the output.
  if (handle !== null && handle !== 'error') return shorten(handle);
  return outputLine(outputHead) || shorten(text);
}

/** An output in one line. Nothing for what is empty or no JSON. */
export function outputLine(json: string): string {
  const parsed = parsePartialJson(json);
  return shorten(parsed ? describeValue(parsed.value, parsed.isCut) : '');
}

function describeValue(value: unknown, isCut: boolean): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) {
    if (isCut) return texts.list(value.map(briefly).join(', '));
    return value.length === 0 ? texts.emptyList : texts.countedList(value.length, value.map(briefly).join(', '));
  }
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== null && entry !== '');
  if (entries.length === 0) return '';
  const shown = entries.slice(0, SHOWN_FIELDS).map(([key, entry]) => `${key}: ${briefly(entry)}`);
  return [...shown, ...(entries.length > SHOWN_FIELDS ? ['…'] : [])].join(' · ');
}

/** One value within another: a file by its name, everything else that has parts by how many there are. */
function briefly(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return 'filename' in value && typeof value.filename === 'string' ? value.filename : '{…}';
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
