/** Continues the runs that this process has claimed, or ends those that can not be executed. */
import type { Notify } from '../../accounts/notifications.ts';
import type { HeddleDatabase } from '../../database.ts';
import { runAsOwner } from '../../platform/concurrency/owner-context.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { ownDatabaseProblem } from '../../platform/postgres/connection-error.ts';
import type { ExecutionOptions } from '../executing/execution.ts';
import type { RunServices } from '../executing/run-services.ts';
import { RunState } from '../executing/run-state.ts';
import { RunLost } from '../executing/run-storage.ts';
import type { RunEnd } from '../executing/saved-run.ts';
import type { RunPlans } from '../plans/run-plans.ts';
import type { Step } from '../schemas.ts';
import { findAuthorizationProblem, notifyOwners } from '../store/authorization.ts';
import { endAwaiting } from '../store/child-ends.ts';
import type { ClaimedRun } from '../store/claims.ts';
import { type OpenLeasedStorage, readKnownSteps } from '../store/leased-storage.ts';
import { endRuns, within } from '../store/run-store.ts';
import { failOpenSteps } from '../store/runs.ts';
import { beginWithVariables } from '../store/variables.ts';
import { lockRunForNoKeyUpdate } from '../store/waiting.ts';

/** What the runner decides about an execution. */
export type NewExecution = Omit<ExecutionOptions, 'services' | 'signal' | 'slot'>;

interface ClaimedRunServices {
  database: HeddleDatabase;
  services: Pick<RunServices, 'limits'>;
  plans: Pick<RunPlans, 'get'>;
  notify: Notify;
  log: Logger;
  openStorage: OpenLeasedStorage;
  shutdownSignal: AbortSignal;
}

/** A run during which more processes than this died is assumed to kill them. */
export const MAX_INTERRUPTIONS = 20;

const INTERNAL = 'The run failed because of an internal error';
const INTERRUPTED = `The run was interrupted more than ${MAX_INTERRUPTIONS} times`;

export class ClaimedRuns {
  readonly #given: ClaimedRunServices;

  constructor(given: ClaimedRunServices) {
    this.#given = given;
  }

  /** Resolves when the run has ended or paused, or continues elsewhere. */
  async continue(run: ClaimedRun, execute: (execution: NewExecution) => Promise<unknown>): Promise<void> {
    const { log, shutdownSignal } = this.#given;
    try {
      await runAsOwner(run.facts.user.id, async () => {
        const execution = await this.#prepare(run);
        if (execution) await execute(execution);
      });
    } catch (error) {
      if (error instanceof RunLost || shutdownSignal.aborted) return;
      log.error({ err: error, run: run.facts.id }, 'a run could not be executed');
      // A run does not fail because of the database. It is released as one that nobody executes, and claimed again.
      if (ownDatabaseProblem(error)) return;
      await this.#fail(run, INTERNAL);
    }
  }

  /** Returns undefined when the run was ended instead. */
  async #prepare(run: ClaimedRun): Promise<NewExecution | undefined> {
    const { database, services, plans, openStorage } = this.#given;
    const { facts, lease, interruptions, authorization } = run;
    if (interruptions > MAX_INTERRUPTIONS) return this.#fail(run, INTERRUPTED);
    const problem = run.isTakenOver
      ? undefined
      : await this.#retry(() => findAuthorizationProblem(database.query, facts, authorization));
    if (problem !== undefined) return this.#fail(run, problem, { notifiesOwners: true });
    // With the first lease, nobody has executed the run before.
    const known =
      lease === 1 ? undefined : await this.#retry(() => readKnownSteps(database, services.limits, facts.id));
    const plan = await plans.get(run.definition, facts.user.id);
    const begin = () => beginWithVariables(database, plan, { id: facts.id, lease, workflowId: facts.workflowId });
    const variables = facts.variables ?? (plan.variables && (await this.#retry(begin)));
    const trigger = plan.graph.index(facts.triggerNodeId) ?? 0;
    const state = new RunState({ ...facts, variables }, plan, trigger, services.limits);
    const storage = openStorage(facts.id, lease, facts.parent);
    return { state, storage, known, isSaved: true, activeMs: run.activeMs };
  }

  async #fail({ facts, lease }: ClaimedRun, error: string, { notifiesOwners = false } = {}): Promise<undefined> {
    const { database, services, notify } = this.#given;
    const end = async () =>
      database.query.transaction().execute(async transaction => {
        if (facts.parent?.isAwaited) await lockRunForNoKeyUpdate(transaction, facts.parent.runId);
        const steps = await failOpenSteps(transaction, services.limits, facts.id, error);
        const ended = await endRuns(within(transaction), [{ id: facts.id, lease, end: buildFailedEnd(error, steps) }]);
        if (ended.size === 0) return;
        if (facts.parent?.isAwaited) await endAwaiting(transaction, facts.id, { status: 'failed', error });
        if (notifiesOwners) await notifyOwners(transaction, notify, facts, error);
      });
    await this.#retry(end);
  }

  #retry<Result>(act: () => Promise<Result>): Promise<Result> {
    return this.#given.database.retry(act, { signal: this.#given.shutdownSignal });
  }
}

function buildFailedEnd(error: string, steps: readonly Step[]): RunEnd {
  const stepsText = JSON.stringify(steps);
  return { status: 'failed', finishedAt: new Date(), steps, stepsText, isLarge: false, output: '', error, credits: 0 };
}
