/** The details of an entry as lines to read. PURE. */
import { audit as texts } from '../texts/audit.ts';

interface Change {
  field: string;
  from: string;
  to: string;
}

interface Fact {
  name: string;
  value: string;
}

/** The details of one action differ from those of another, and those of a newer version may be unknown here. */
export function describeDetails({ changes, ...rest }: Record<string, unknown>): { changes: Change[]; facts: Fact[] } {
  return {
    changes: Object.entries(toObject(changes)).map(([field, change]) => {
      const { from, to } = toObject(change);
      return { field: toWords(field), from: toText(from), to: toText(to) };
    }),
    facts: Object.entries(rest).map(([name, value]) => ({ name: toWords(name), value: toText(value) })),
  };
}

function toObject(value: unknown): { [name: string]: unknown; from?: unknown; to?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.none;
  if (Array.isArray(value) && value.length === 0) return texts.none;
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
