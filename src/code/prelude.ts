/**
 * What code finds in its machine beside the language itself. This function runs inside of the machine: its text is
 * evaluated there, so it may use nothing from outside of its own body. `host` calls a function of `host-functions.ts`.
 *
 * Everything here is taken before the code of the author runs. What the author changes afterwards, such as a prototype
 * or `JSON`, may spoil the result of the author, but can not reach further: the machine lives for one step.
 */
export type Host = (name: string, ...args: readonly (string | number | Uint8Array)[]) => string | Uint8Array;

/** Calls the function that a module exports. Input and run are JSON. */
export type Start = (loading: Promise<{ default?: unknown }>, input: string, run: string) => void;

export function prelude(host: Host): Start {
  const { parse, stringify } = JSON;
  const { defineProperty } = Object;

  /** Calls a function of the host. A text begins with a mark that says whether it is an error. */
  function ask(name: string, ...args: (string | number | Uint8Array)[]): string {
    const answer = host(name, ...args);
    if (typeof answer !== 'string') throw new TypeError('unexpected answer');
    if (answer.startsWith('!')) throw new RangeError(answer.slice(1));
    return answer.slice(1);
  }

  function askForBytes(name: string, ...args: (string | number)[]): Uint8Array<ArrayBuffer> {
    return host(name, ...args) as Uint8Array<ArrayBuffer>;
  }

  function define(name: string, value: unknown): void {
    defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }

  function method(target: object, name: string, value: unknown): void {
    defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }

  function toBytes(data: unknown): Uint8Array {
    if (data instanceof Uint8Array) return data;
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return askForBytes('encode', String(data));
  }

  // Texts and bytes.

  class Encoder {
    readonly encoding = 'utf-8';
    encode(text: unknown = ''): Uint8Array<ArrayBuffer> {
      return askForBytes('encode', String(text));
    }
  }

  class Decoder {
    readonly encoding = 'utf-8';
    constructor(encoding = 'utf-8') {
      if (!/^utf-?8$/i.test(encoding)) throw new RangeError(`TextDecoder knows only utf-8, not '${encoding}'`);
    }
    decode(data: unknown = new Uint8Array(0)): string {
      return ask('decode', toBytes(data));
    }
  }

  const base64 = {
    encode: (data: unknown) => ask('toBase64', toBytes(data)),
    decode: (text: unknown) => ask('decode', askForBytes('fromBase64', String(text))),
    bytes: (text: unknown) => askForBytes('fromBase64', String(text)),
  };

  // Hashes and chance.

  const hash = (algorithm: string, data: unknown, encoding = 'hex') =>
    ask('hash', algorithm, toBytes(data), String(encoding));
  const hmac = (algorithm: string, key: unknown, data: unknown, encoding = 'hex') =>
    ask('hmac', algorithm, toBytes(key), toBytes(data), String(encoding));

  const crypto = {
    randomUUID(): string {
      const bytes = askForBytes('random', 16);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
    getRandomValues<Values extends ArrayBufferView>(values: Values): Values {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      bytes.set(askForBytes('random', bytes.length));
      return values;
    },
  };

  // Addresses.

  interface UrlParts {
    [part: string]: string;
  }

  function toPairs(init: unknown): [string, string][] {
    if (init === undefined || init === null) return [];
    if (typeof init === 'object') {
      const entries: unknown[] = Symbol.iterator in init ? [...(init as Iterable<unknown>)] : Object.entries(init);
      return entries.map(entry => {
        const [name, value] = entry as [unknown, unknown];
        return [String(name), String(value)];
      });
    }
    return parse(ask('parseQuery', String(init)));
  }

  class SearchParams {
    #pairs: [string, string][];
    #onChange: ((query: string) => void) | undefined;

    constructor(init?: unknown) {
      this.#pairs = toPairs(init);
    }
    static of(query: string, onChange: (query: string) => void): SearchParams {
      const params = new SearchParams(query);
      params.#onChange = onChange;
      return params;
    }
    #change(pairs: [string, string][]): void {
      this.#pairs = pairs;
      this.#onChange?.(this.toString());
    }
    get size(): number {
      return this.#pairs.length;
    }
    get(name: string): string | null {
      return this.#pairs.find(([each]) => each === String(name))?.[1] ?? null;
    }
    getAll(name: string): string[] {
      return this.#pairs.filter(([each]) => each === String(name)).map(([, value]) => value);
    }
    has(name: string): boolean {
      return this.#pairs.some(([each]) => each === String(name));
    }
    append(name: string, value: string): void {
      this.#change([...this.#pairs, [String(name), String(value)]]);
    }
    delete(name: string): void {
      this.#change(this.#pairs.filter(([each]) => each !== String(name)));
    }
    set(name: string, value: string): void {
      const first = this.#pairs.findIndex(([each]) => each === String(name));
      if (first < 0) return void this.append(name, value);
      const others = this.#pairs.filter(([each], index) => index <= first || each !== String(name));
      this.#change(others.map((pair, index) => (index === first ? [pair[0], String(value)] : pair)));
    }
    sort(): void {
      this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
    }
    forEach(act: (value: string, name: string, params: SearchParams) => void): void {
      for (const [name, value] of [...this.#pairs]) act(value, name, this);
    }
    keys(): IterableIterator<string> {
      return this.#pairs.map(([name]) => name)[Symbol.iterator]();
    }
    values(): IterableIterator<string> {
      return this.#pairs.map(([, value]) => value)[Symbol.iterator]();
    }
    entries(): IterableIterator<[string, string]> {
      return this.#pairs.map(([name, value]): [string, string] => [name, value])[Symbol.iterator]();
    }
    [Symbol.iterator](): IterableIterator<[string, string]> {
      return this.entries();
    }
    toString(): string {
      return ask('printQuery', stringify(this.#pairs));
    }
  }

  class Address {
    #parts: UrlParts;
    #params: SearchParams | undefined;

    constructor(href: unknown, base?: unknown) {
      this.#parts = parse(ask('parseUrl', String(href), base === undefined ? '' : String(base)));
    }
    static canParse(href: unknown, base?: unknown): boolean {
      return host('parseUrl', String(href), base === undefined ? '' : String(base))
        .toString()
        .startsWith('=');
    }
    get searchParams(): SearchParams {
      this.#params ??= SearchParams.of(this.#part('search'), query => this.#setPart('search', query));
      return this.#params;
    }
    toString(): string {
      return this.#part('href');
    }
    toJSON(): string {
      return this.#part('href');
    }
    #part(name: string): string {
      return this.#parts[name] ?? '';
    }
    #setPart(name: string, value: string): void {
      this.#parts = parse(ask('changeUrl', this.#part('href'), name, value));
    }
    static {
      const changeable = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'hash'];
      for (const name of [...changeable, 'search', 'origin']) {
        defineProperty(Address.prototype, name, {
          configurable: true,
          enumerable: true,
          get(this: Address) {
            return this.#part(name);
          },
          set(this: Address, value: unknown) {
            if (name === 'origin') throw new TypeError('The origin of a URL can not be set');
            this.#setPart(name, String(value));
            this.#params = undefined;
          },
        });
      }
    }
  }

  // Dates in time zones.

  const toMs = (date: unknown) => {
    const ms = date instanceof Date ? date.getTime() : new Date(date as string | number).getTime();
    if (Number.isNaN(ms)) throw new RangeError('This is not a date');
    return ms;
  };
  const dates = {
    inZone: (date: unknown, zone: unknown) => parse(ask('inZone', toMs(date), String(zone))),
    fromZone: (time: unknown, zone: unknown) =>
      new Date(Number(ask('fromZone', typeof time === 'string' ? time : stringify(time), String(zone)))),
    format: (date: unknown, options: { locale?: unknown } = {}) =>
      ask('formatDate', toMs(date), String(options.locale ?? 'en'), stringify(options)),
  };
  const localeMethods = { toLocaleString: 'any', toLocaleDateString: 'date', toLocaleTimeString: 'time' };
  for (const [name, needed] of Object.entries(localeMethods)) {
    method(Date.prototype, name, function format(this: Date, locale: unknown = 'en', options: object = {}) {
      return ask('formatDate', toMs(this), String(locale), stringify({ needed, ...options }));
    });
  }
  method(
    Number.prototype,
    'toLocaleString',
    function format(this: number, locale: unknown = 'en', options: object = {}) {
      return ask('formatNumber', Number(this), String(locale), stringify(options));
    },
  );

  // Logs and errors.

  function show(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    try {
      return stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  }
  const log = (...values: unknown[]) => {
    host('log', values.map(show).join(' '));
  };
  define('console', { log, info: log, warn: log, error: log, debug: log });
  define('TextEncoder', Encoder);
  define('TextDecoder', Decoder);
  define('base64', base64);
  define('hash', hash);
  define('hmac', hmac);
  define('crypto', crypto);
  define('URLSearchParams', SearchParams);
  define('URL', Address);
  define('dates', dates);

  function fail(error: unknown): void {
    const isError = error instanceof Error;
    host('fail', show(error), isError ? String(error.stack ?? '') : '');
  }

  const execute: (...args: Parameters<Start>) => Promise<void> = async (loading, input, run) => {
    const { default: main } = await loading;
    if (typeof main !== 'function') return void host('refuse');
    const value: unknown = await main(parse(input), { now: new Date(), run: parse(run), log });
    let text: string | undefined;
    try {
      text = stringify(value);
    } catch (error) {
      return void host('fail', `The result is not JSON: ${show(error)}`, '');
    }
    host('succeed', text ?? 'null');
  };

  return (...args) => {
    execute(...args).catch(fail);
  };
}
