/**
 * Streams that stay open for as long as a client watches. Nothing asks for their key or session again, so they are ended
 * from here: when the key is disabled, when the session ends or its user is disabled, and when the process stops.
 */
import { sql } from 'kysely';
import type { HeddleDatabase } from '../database.ts';
import { type ApiError, apiKeyInvalid, serviceStopping, sessionEnded, tooManyStreams } from '../errors.ts';
import { runPeriodically } from '../platform/concurrency/run-periodically.ts';
import type { Listener } from '../platform/postgres/listener.ts';
import type { Caller } from './caller.ts';
import type { Call } from './endpoint.ts';
import { SESSION_IDLE_SECONDS } from './session-cookie.ts';

export interface OpenStreams {
  /**
   * Runs a stream. Its signal aborts when it must end. It then rejects with the reason, unless the client has left: a
   * stream without a client ends without an error.
   */
  keep(call: Pick<Call, 'caller' | 'signal'>, run: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Ends all streams, and refuses new ones. */
  stop(): Promise<void>;
}

interface OpenStream {
  caller: Caller;
  end: AbortController;
}

/** Sessions also end when their time is over, of which no notification tells. */
const CHECK_MS = 30_000;

export async function openStreams({
  database,
  listener,
  mostPerUser,
  onError,
}: {
  database: HeddleDatabase;
  listener: Listener;
  mostPerUser: number;
  onError(error: unknown): void;
}): Promise<OpenStreams> {
  const streams = new Set<OpenStream>();
  let isStopped = false;
  const check = (userId?: string) => endOutdated(userId).catch(onError);
  const subscription = await listener.subscribe('identity_changed', check, check);
  const periodic = runPeriodically(CHECK_MS, () => endOutdated(), onError);

  async function endOutdated(userId?: string): Promise<void> {
    const checked = [...streams].filter(({ caller }) => userId === undefined || caller.userId === userId);
    if (checked.length === 0) return;
    const valid = await findValid(
      database,
      checked.map(({ caller }) => caller.keyId),
    );
    for (const { caller, end } of checked) if (!valid.has(caller.keyId)) end.abort(refusal(caller));
  }

  return {
    async keep({ caller, signal }, run) {
      if (isStopped) throw serviceStopping();
      // Nobody would ever end the stream of a client that left before, for example while its key was looked up.
      if (signal.aborted) return;
      if ([...streams].filter(each => each.caller.userId === caller.userId).length >= mostPerUser) {
        throw tooManyStreams(mostPerUser);
      }
      const stream: OpenStream = { caller, end: new AbortController() };
      streams.add(stream);
      try {
        await run(AbortSignal.any([signal, stream.end.signal]));
        stream.end.signal.throwIfAborted();
      } catch (error) {
        if (!signal.aborted) throw stream.end.signal.aborted ? stream.end.signal.reason : error;
      } finally {
        streams.delete(stream);
      }
    },
    async stop() {
      isStopped = true;
      for (const { end } of streams) end.abort(serviceStopping());
      await Promise.all([subscription.close(), periodic.stop()]);
    },
  };
}

function refusal({ sessionId }: Caller): ApiError {
  return sessionId === undefined ? apiKeyInvalid() : sessionEnded();
}

async function findValid({ query }: HeddleDatabase, keyIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT api_keys.id FROM api_keys JOIN users ON users.id = api_keys.user_id
    WHERE api_keys.id = ANY (${keyIds}::uuid[]) AND api_keys.enabled AND users.enabled
    UNION ALL
    SELECT sessions.id FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id = ANY (${keyIds}::uuid[]) AND sessions.ends_at > now() AND users.enabled
      AND sessions.last_seen_at > now() - make_interval(secs => ${SESSION_IDLE_SECONDS})`.execute(query);
  return new Set(rows.map(({ id }) => id));
}
