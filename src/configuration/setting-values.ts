/** What a setting is, and what values it may have. */
import path from 'node:path';
import { checkSmtpUrl, isEmailAddress, parseMailbox } from '../platform/mail/addresses.ts';
import { parseCidr } from '../platform/outbound/addresses.ts';
import { MEGABYTE } from './limits.ts';

export interface Setting<Value> {
  variable: string;
  meaning: string;
  /** As it would be written in the environment; undefined: not set. */
  fallback: string | undefined;
  secret: boolean;
  /** Throws what the value must be, to follow "<variable> must be ". */
  parse(text: string): Value;
}

export function setting<Value>(
  variable: string,
  parse: (text: string) => Value,
  fallback: string | number,
  meaning: string,
): Setting<Value> {
  return { variable, parse, fallback: String(fallback), meaning, secret: false };
}

export function optional<Value>(
  variable: string,
  parse: (text: string) => Value,
  meaning: string,
  { secret = false } = {},
): Setting<Value | undefined> {
  return { variable, parse, fallback: undefined, meaning, secret };
}

export function text(value: string): string {
  if (value.trim() === '') throw new Error('a text that is not blank');
  return value;
}

export function anyText(value: string): string {
  return value;
}

export function folder(value: string): string {
  return path.resolve(text(value));
}

export function integer(least: number, most: number): (value: string) => number {
  return value => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new Error(`a whole number from ${least} to ${most}, not '${value}'`);
    }
    return number;
  };
}

export function fraction(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1)) throw new Error(`a number from 0 to 1, not '${value}'`);
  return number;
}

/** Lists as OpenTelemetry has them in the environment. Values may be secrets, and are not told back. */
export function keyValuePairs(value: string): Record<string, string> {
  const pairs = value.split(',').flatMap(pair => {
    if (pair.trim() === '') return [];
    const [key = '', ...rest] = pair.split('=');
    if (key.trim() === '' || rest.length === 0) throw new Error(PAIRS);
    return [[decode(key.trim()), decode(rest.join('=').trim())]];
  });
  return Object.fromEntries(pairs);
}

const PAIRS = 'pairs such as key=value, separated by commas and percent-encoded';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(PAIRS);
  }
}

export function megabytes(value: string): number {
  return integer(1, 100_000)(value) * MEGABYTE;
}

export function oneOf<Choice extends string>(...choices: Choice[]): (value: string) => Choice {
  return value => {
    const choice = choices.find(candidate => candidate === value);
    if (choice === undefined) throw new Error(`one of ${choices.join(', ')}, not '${value}'`);
    return choice;
  };
}

export function onOff(value: string): boolean {
  return oneOf('on', 'off')(value) === 'on';
}

export function email(value: string): string {
  if (!isEmailAddress(value)) throw new Error(`an e-mail address, not '${value}'`);
  return value;
}

export function mailbox(value: string): string {
  try {
    parseMailbox(value);
    return value;
  } catch {
    throw new Error(`an e-mail address such as 'Heddle <heddle@example.org>', not '${value}'`);
  }
}

/** Never told back: it is a secret. */
export function apiKey(value: string): string {
  if (!/^[\x21-\x7e]{16,200}$/.test(value)) throw new Error('16 to 200 visible ASCII characters');
  return value;
}

export function cidrs(value: string): string[] {
  const list = value.split(',').flatMap(entry => entry.trim() || []);
  for (const entry of list) {
    try {
      parseCidr(entry);
    } catch {
      throw new Error(`addresses or CIDRs separated by commas; '${entry}' is neither`);
    }
  }
  return list;
}

export function httpUrl(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`a URL with http:// or https://, not '${value}'`);
  return url.href.replace(/\/$/, '');
}

export function smtpUrl(value: string): string {
  try {
    checkSmtpUrl(value);
    return value;
  } catch {
    throw new Error('a URL such as smtp://user:password@host:587');
  }
}

export function postgresUrl(value: string): string {
  // PostgreSQL also takes a user without a host, which no URL may have.
  if (!/^postgres(ql)?:\/\/./.test(value) || !URL.canParse(value.replace('@/', '@host/')))
    throw new Error('a URL such as postgres://user:password@host:5432/database');
  return value;
}
