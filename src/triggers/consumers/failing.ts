/** Writes that listening failed: the next attempt waits longer and longer, and the owner is told once. */
import { sql } from 'kysely';
import type { Notify } from '../../accounts/notifications.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase } from '../../database.ts';
import { escapeMarkdown } from '../../platform/markdown/escape-markdown.ts';
import { toStorableText } from '../../platform/postgres/storable-text.ts';
import type { TakenConsumer } from './consumer-kind.ts';

export interface FailingServices {
  database: HeddleDatabase;
  notify: Notify;
}

const { failures: toldAfter, failureDelaySeconds, errorCharacters } = fixedLimits.consumer;

export function failureDelaySecondsAfter(failures: number): number {
  const { first, most } = failureDelaySeconds;
  return Math.min(most, first * 2 ** Math.min(failures - 1, 20));
}

/** Gives the trigger back. Whoever has lost it writes nothing. */
export async function recordConsumerFailure(
  { database, notify }: FailingServices,
  consumer: TakenConsumer,
  message: string,
): Promise<void> {
  const { id, lease } = consumer;
  const error = toStorableText(message).slice(0, errorCharacters).toWellFormed();
  await database.query.transaction().execute(async transaction => {
    const { rows } = await sql<{ failures: number }>`
      UPDATE consumers SET failures = failures + 1, last_error = ${error} WHERE trigger_id = ${id} AND lease = ${lease}
      RETURNING failures`.execute(transaction);
    const [state] = rows;
    if (!state) return;
    await sql`UPDATE consumers SET held_by = NULL, listening_since = NULL,
        retry_at = now() + make_interval(secs => ${failureDelaySecondsAfter(state.failures)})
      WHERE trigger_id = ${id}`.execute(transaction);
    if (state.failures !== toldAfter) return;
    await notify(transaction, [consumer.owner_id], {
      event: `consumer-failing:${id}:${lease}`,
      kind: 'consumer_failing',
      title: `The workflow '${consumer.workflow_name}' gets no messages`,
      text:
        `The trigger '${escapeMarkdown(consumer.node_id)}' of the workflow '${escapeMarkdown(consumer.workflow_name)}' ` +
        `could not listen ${state.failures} times in a row: ${escapeMarkdown(error)}. It is tried again, at least every ` +
        `${failureDelaySeconds.most / 60} minutes. What is sent meanwhile is read then, if the source keeps it.`,
      link: `/workflows/${consumer.workflow_id}`,
    });
  });
}

/** Says that listening works again, or what is wrong while it goes on. */
export async function recordReport(
  { database, notify }: FailingServices,
  consumer: TakenConsumer,
  problem: string | null,
): Promise<void> {
  const { id, lease } = consumer;
  if (problem !== null) {
    const error = toStorableText(problem).slice(0, errorCharacters).toWellFormed();
    await sql`UPDATE consumers SET last_error = ${error} WHERE trigger_id = ${id} AND lease = ${lease}`.execute(
      database.query,
    );
    return;
  }
  await database.query.transaction().execute(async transaction => {
    const { rows } = await sql<{ failures: number }>`
      SELECT failures FROM consumers WHERE trigger_id = ${id} AND lease = ${lease} FOR UPDATE`.execute(transaction);
    const [state] = rows;
    if (!state) return;
    await sql`UPDATE consumers SET failures = 0, last_error = NULL, listening_since = now()
      WHERE trigger_id = ${id}`.execute(transaction);
    if (state.failures < toldAfter) return;
    await notify(transaction, [consumer.owner_id], {
      event: `consumer-recovered:${id}:${lease}`,
      kind: 'consumer_recovered',
      title: `The workflow '${consumer.workflow_name}' gets messages again`,
      text:
        `The trigger '${escapeMarkdown(consumer.node_id)}' of the workflow '${escapeMarkdown(consumer.workflow_name)}' ` +
        `listens again, after ${state.failures} failures.`,
      link: `/workflows/${consumer.workflow_id}`,
    });
  });
}
