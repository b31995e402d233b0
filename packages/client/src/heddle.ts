/** The client. */

import type { CallOptions, Fetch, Hooks } from './attempt.ts';
import { isRead } from './reads.ts';
import { Approvals } from './resources/approvals.ts';
import { Assistants } from './resources/assistants.ts';
import { Caller, keyHeader } from './resources/caller.ts';
import { Chat } from './resources/chat.ts';
import { Credentials } from './resources/credentials.ts';
import { Files } from './resources/files.ts';
import { OpenPanel, Panels } from './resources/panels.ts';
import { Runs } from './resources/runs.ts';
import { Schedules } from './resources/schedules.ts';
import { Users } from './resources/users.ts';
import { Variables } from './resources/variables.ts';
import { Workflows } from './resources/workflows.ts';
import { Transport } from './transport.ts';
import type { ApiPath, Body, Query, Reply } from './types.ts';

/** Its hooks are called around every attempt of every call. */
export interface HeddleOptions extends Hooks {
  /** The address of the service, such as `https://heddle.example.com`. By default `HEDDLE_URL` of the environment. */
  url?: string;
  /**
   * An API key. By default `HEDDLE_KEY` of the environment. Pages of the service itself need none: they act as whoever is
   * signed in.
   */
  key?: string;
  /** How long one attempt of an ordinary call may take. 60,000 by default; runs, chats and uploads have no limit. */
  timeoutMs?: number;
  /** How often a request that failed is sent again, where that does no harm. 3 by default. */
  retries?: number;
  /** Replaces the `fetch` of the platform. */
  fetch?: Fetch;
}

/** Query parameters and headers of a call, beside the options of every call. */
export type PathOptions<Path extends ApiPath> = CallOptions & { idempotencyKey?: string } & ([Query<Path>] extends [
    never,
  ]
    ? { query?: never }
    : undefined extends Query<Path>
      ? { query?: NonNullable<Query<Path>> }
      : { query: Query<Path> });

/** A path that takes nothing, or nothing that is required, may be called without a body. */
export type CallArguments<Path extends ApiPath> = [Query<Path>] extends [never]
  ? [Body<Path>] extends [never]
    ? [body?: undefined, options?: PathOptions<Path>]
    : Record<string, never> extends Body<Path>
      ? [body?: Body<Path>, options?: PathOptions<Path>]
      : [body: Body<Path>, options?: PathOptions<Path>]
  : [body: [Body<Path>] extends [never] ? undefined : Body<Path>, options: PathOptions<Path>];

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 3;
/** Every call that accepts an idempotency key. */
const KEYED = new Set(['/api/v1/run/start', '/api/v3/workflow/run', '/api/v1/event/send']);

export class Heddle {
  readonly workflows: Workflows;
  readonly runs: Runs;
  readonly approvals: Approvals;
  /** The user's own files. Those of a panel are in `heddle.panel(id).files`. */
  readonly files: Files;
  readonly panels: Panels;
  readonly chat: Chat;
  readonly assistants: Assistants;
  readonly credentials: Credentials;
  readonly variables: Variables;
  readonly schedules: Schedules;
  readonly users: Users;
  readonly #caller: Caller;

  constructor(options: HeddleOptions = {}) {
    const url = options.url ?? readEnvironment('HEDDLE_URL') ?? readOrigin();
    if (url === undefined) throw new TypeError('Give the url of the service, or set HEDDLE_URL');
    const transport = new Transport({
      url: url.replace(/\/+$/, ''),
      key: options.key ?? readEnvironment('HEDDLE_KEY'),
      fetch: options.fetch ?? ((address, init) => fetch(address, init)),
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      retries: options.retries ?? DEFAULT_RETRIES,
      hooks: options,
    });
    this.#caller = new Caller(transport);
    this.workflows = new Workflows(this.#caller);
    this.runs = new Runs(this.#caller);
    this.approvals = new Approvals(this.#caller);
    this.files = new Files(this.#caller);
    this.panels = new Panels(this.#caller);
    this.chat = new Chat(this.#caller);
    this.assistants = new Assistants(this.#caller);
    this.credentials = new Credentials(this.#caller);
    this.variables = new Variables(this.#caller);
    this.schedules = new Schedules(this.#caller);
    this.users = new Users(this.#caller);
  }

  /** The records and files of one panel. */
  panel(id: string): OpenPanel {
    return new OpenPanel(this.#caller, id);
  }

  /** Calls any path of the API that takes and answers JSON: `heddle.call('/api/v1/variable/find', {})`. */
  call<Path extends ApiPath>(path: Path, ...[body, options]: CallArguments<Path>): Promise<Reply<Path>> {
    const { query, idempotencyKey, ...callOptions } = (options ?? {}) as CallOptions & {
      query?: Record<string, unknown>;
      idempotencyKey?: string;
    };
    const isKeyed = idempotencyKey !== undefined || KEYED.has(path);
    return this.#caller.transport.json({
      path,
      json: body,
      query,
      headers: isKeyed ? keyHeader(idempotencyKey) : {},
      isRepeatable: isKeyed || isRead(path),
      isLong: KEYED.has(path),
      options: callOptions,
    });
  }
}

/** Browsers have no environment. */
function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}

/** A page of the service itself talks to its own origin. */
function readOrigin(): string | undefined {
  const { location } = globalThis as { location?: { origin?: string } };
  return location?.origin;
}
