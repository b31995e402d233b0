/** Starts the runs of workflows that a user calls as tools outside of runs: in a chat with an assistant. */
import { hash } from 'node:crypto';
import { runNotFound } from '../../errors.ts';
import { callerOf } from '../../http/caller.ts';
import { refusalToStepError, StepError } from '../../nodes/step.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { NO_LONG_TEXTS } from '../../platform/memory/long-text.ts';
import type { RunForUser } from '../../tools/user-tools.ts';
import { findFilesOfUser } from '../children/input-files.ts';
import { toToolOutcome } from '../children/tool-outcome.ts';
import { readAnyRun } from '../store/runs.ts';
import { type RequestedStartServices, startRequestedRun } from './start-request.ts';

/** The run begins as if the user asked for it, and goes on when nobody waits for it any longer. */
export function createRunForUser(services: RequestedStartServices): RunForUser {
  const db = services.database.query;
  return async (user, { workflowId, workflowName, input }, { idempotencyKey, isNamed, signal }) => {
    const text = await stringifyJson(input);
    // The run could read every file of the user that its input names, but the model must not name files.
    for (const fileId of await findFilesOfUser(db, text, user.id)) {
      if (!isNamed(fileId)) throw new StepError(`The file '${fileId}' was not found or is not accessible`);
    }
    const call = hash('sha256', `${idempotencyKey}\n${text}`, 'hex');
    const key = { workflowId, senderId: user.id, key: call, hash: hash('sha256', text, 'buffer') };
    try {
      const { run, isLarge } = await startRequestedRun(
        services,
        callerOf(user),
        { workflow_id: workflowId, input },
        { key, call: { signal, longTexts: NO_LONG_TEXTS, traceContext: null }, watch: undefined },
      );
      const whole = isLarge ? await readAnyRun(db, services.limits, run.id) : run;
      if (!whole) throw runNotFound();
      return await toToolOutcome(db, whole, workflowName);
    } catch (error) {
      throw refusalToStepError(error);
    }
  };
}
