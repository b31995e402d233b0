/** Reads what people give as `--input name=value`, `--input @file.json`, `--input -` or `--input '{"name": "value"}'`. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { errorCode } from '../platform/error-details.ts';
import { isObject } from '../platform/is-object.ts';
import { UsageError } from './usage-error.ts';

/** Later ones win. A value that is JSON is taken as such, and everything else is text. */
export async function readFields(option: string, given: readonly string[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const each of given) Object.assign(fields, await readPart(option, each));
  return fields;
}

async function readPart(option: string, given: string): Promise<Record<string, unknown>> {
  if (given === '-') return requireObject(option, 'standard input', await readText('-'));
  if (given.startsWith('@')) return requireObject(option, given, await readText(given.slice(1)));
  if (given.startsWith('{')) return requireObject(option, 'the value', given);
  const sign = given.indexOf('=');
  if (sign < 1) throw new UsageError(`--${option} must be NAME=VALUE, @FILE, - or a JSON object, not '${given}'`);
  const [name, value] = [given.slice(0, sign), given.slice(sign + 1)];
  return { [name]: value.startsWith('@') ? await readText(value.slice(1)) : parseValue(value) };
}

/** Reads a file, or standard input for `-`. */
export async function readText(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new UsageError(`there is no file '${file}'`);
    throw new UsageError(`the file '${file}' can not be read (${errorCode(error)})`);
  }
}

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function requireObject(option: string, name: string, text: string): Record<string, unknown> {
  const value = parseJson(text, name);
  if (!isObject(value)) throw new UsageError(`--${option}: ${name} must be a JSON object`);
  return value;
}

function parseValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Reads an option that is a number. */
export function readCount(option: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  if (!/^\d{1,6}$/.test(given) || Number(given) === 0) {
    throw new UsageError(`--${option} must be a whole number from 1, not '${given}'`);
  }
  return Number(given);
}
