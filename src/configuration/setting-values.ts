/** What the declaration of a setting says, and the kinds of values that settings have. */
import path from 'node:path';
import { checkSmtpUrl, isEmailAddress, parseMailbox } from '../platform/mail/addresses.ts';
import { parseCidr } from '../platform/outbound/addresses.ts';
import { parseTarget } from '../platform/postgres/target.ts';
import { MEGABYTE } from './limits.ts';
import type { Sharing } from './shares.ts';

/** The settings of one area, which are a part of `Config` in the form in which the area takes them. */
export interface Area {
  /** The heading on the page of settings. */
  title: string;
  /** The folders of `src` that act on these settings, separated by commas. */
  usedBy: string;
  settings: SettingGroup;
}

export interface SettingGroup {
  readonly [name: string]: Setting | SettingGroup;
}

export interface Setting {
  variable: string;
  /** Its name in earlier versions, under which it still counts, so that an upgrade needs no new settings. */
  formerly?: string;
  values: Values<unknown>;
  /** The default as it would be written in the environment. Without one, the setting is optional. */
  default?: string | number;
  /** A whole sentence. */
  meaning: string;
  /** Given only where it differs from that of the area. */
  usedBy?: string;
  /** The value must never be shown. */
  secret?: true;
  /** How the processes of one machine share the value. Without it, each of them has all of it. */
  shared?: Sharing;
}

export interface Values<Value> {
  /** The allowed values, as the page of settings names them. */
  allowed: string;
  /** Throws an error that says what the value must be, to follow "<variable> must be ". */
  parse(text: string): Value;
}

const NOT_BLANK = 'a text that is not blank';

export const text: Values<string> = {
  allowed: NOT_BLANK,
  parse(value) {
    if (value.trim() === '') throw new Error(NOT_BLANK);
    return value;
  },
};

export const anyText: Values<string> = { allowed: 'any text', parse: value => value };

export const folder: Values<string> = {
  allowed: 'the path of a folder',
  parse: value => path.resolve(text.parse(value)),
};

export const file: Values<string> = {
  allowed: 'the path of a file',
  parse: value => path.resolve(text.parse(value)),
};

export function integer(least: number, most: number): Values<number> {
  return {
    // Only those who print it pay for it: formatting the first number takes 25 ms.
    get allowed() {
      return `${least.toLocaleString('en')} to ${most.toLocaleString('en')}`;
    },
    parse(value) {
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < least || number > most) {
        throw new Error(`a whole number from ${least} to ${most}, not '${value}'`);
      }
      return number;
    },
  };
}

const wholeProcesses = integer(1, 64);

/** A number of processes, or undefined for as many as help on this machine. */
export const processCount: Values<number | undefined> = {
  allowed: '`auto`, or 1 to 64',
  parse(value) {
    if (value === 'auto') return undefined;
    try {
      return wholeProcesses.parse(value);
    } catch (error) {
      throw new Error(`auto or ${error instanceof Error ? error.message : error}`);
    }
  },
};

const wholeMegabytes = integer(1, 100_000);

/** The setting counts megabytes, and its value counts bytes. */
export const megabytes: Values<number> = {
  get allowed() {
    return wholeMegabytes.allowed;
  },
  parse: value => wholeMegabytes.parse(value) * MEGABYTE,
};

export const fraction: Values<number> = {
  allowed: 'a number from 0 to 1',
  parse(value) {
    const number = Number(value);
    if (value.trim() === '' || !(number >= 0 && number <= 1)) throw new Error(`a number from 0 to 1, not '${value}'`);
    return number;
  },
};

export function oneOf<Choice extends string>(...choices: Choice[]): Values<Choice> {
  return {
    allowed: choices.map(choice => `\`${choice}\``).join(', '),
    parse(value) {
      const choice = choices.find(candidate => candidate === value);
      if (choice === undefined) throw new Error(`one of ${choices.join(', ')}, not '${value}'`);
      return choice;
    },
  };
}

export function flag(yes: string, no: string): Values<boolean> {
  const { allowed, parse } = oneOf(yes, no);
  return { allowed, parse: value => parse(value) === yes };
}

export const email: Values<string> = {
  allowed: 'an e-mail address',
  parse(value) {
    if (!isEmailAddress(value)) throw new Error(`an e-mail address, not '${value}'`);
    return value;
  },
};

export const mailbox: Values<string> = {
  allowed: 'an e-mail address, with or without a name',
  parse(value) {
    try {
      parseMailbox(value);
      return value;
    } catch {
      throw new Error(`an e-mail address such as 'Heddle <heddle@example.org>', not '${value}'`);
    }
  },
};

const VISIBLE_ASCII = '16 to 200 visible ASCII characters';

/** The error does not quote the value, which is a secret. */
export const apiKey: Values<string> = {
  allowed: VISIBLE_ASCII,
  parse(value) {
    if (!/^[\x21-\x7e]{16,200}$/.test(value)) throw new Error(VISIBLE_ASCII);
    return value;
  },
};

const NO_SPACES = 'visible ASCII characters without spaces';

/** The error does not quote the value, which is a secret. */
export const visibleText: Values<string> = {
  allowed: NO_SPACES,
  parse(value) {
    if (!/^[\x21-\x7e]+$/.test(value)) throw new Error(NO_SPACES);
    return value;
  },
};

export const vaultPath: Values<string> = {
  allowed: 'a path such as `secret` or `team/kv`',
  parse(value) {
    const path = value.replace(/^\/|\/$/g, '');
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path))
      throw new Error(`a path such as secret or team/kv, not '${value}'`);
    return path;
  },
};

export const cidrs: Values<string[]> = {
  allowed: 'IP addresses or CIDR ranges, separated by commas',
  parse(value) {
    const list = value.split(',').flatMap(entry => entry.trim() || []);
    for (const entry of list) {
      try {
        parseCidr(entry);
      } catch {
        throw new Error(`addresses or CIDRs separated by commas; '${entry}' is neither`);
      }
    }
    return list;
  },
};

/** Whom steps may write to: everybody, or those at some domains and with some addresses. */
export const mailRecipients: Values<string[]> = {
  allowed: 'domains and e-mail addresses, separated by commas, or `*` for all',
  parse(value) {
    const list = value.split(',').flatMap(entry => entry.trim().toLowerCase() || []);
    for (const entry of list) {
      // A domain is what makes an address of a name.
      if (entry !== '*' && !isEmailAddress(entry.includes('@') ? entry : `name@${entry}`)) {
        throw new Error(`domains and e-mail addresses separated by commas, or *; '${entry}' is neither`);
      }
    }
    return list;
  },
};

export const httpUrl: Values<string> = {
  allowed: 'a URL with `http://` or `https://`',
  parse(value) {
    const url = URL.parse(value);
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`a URL with http:// or https://, not '${value}'`);
    return url.href.replace(/\/$/, '');
  },
};

/** Providers compare their issuer character by character, so it stays as it was written. */
export const issuerUrl: Values<string> = {
  allowed: httpUrl.allowed,
  parse(value) {
    httpUrl.parse(value);
    return value;
  },
};

export const smtpUrl: Values<string> = {
  allowed: 'a URL such as `smtp://user:password@host:587`',
  parse(value) {
    try {
      checkSmtpUrl(value);
      return value;
    } catch {
      throw new Error('a URL such as smtp://user:password@host:587');
    }
  },
};

export const postgresUrl: Values<string> = {
  allowed: 'a URL such as `postgres://user:password@host:5432/database`',
  parse(value) {
    parseTarget(value);
    return value;
  },
};
