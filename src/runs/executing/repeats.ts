/**
 * Executes the rounds of a repeat.
 *
 *   round ends ── result, until ──▶ over, or the most rounds: the repeat ends
 *                               ──▶ no delay: the next round begins
 *                               ──▶ delay: a step that waits ── it is over ──▶ the next round begins
 */
import type { Frame } from '../../engine/settlement.ts';
import type { NodeExecution, NodeType } from '../../nodes/node.ts';
import { StepError } from '../../nodes/step.ts';
import type { LaunchedEffect } from './effects.ts';
import { type RepeatOutput, repeatOutcome } from './evaluation.ts';
import type { OpenLoop } from './open-loop.ts';
import type { RunReporter } from './run-reporter.ts';
import type { RunServices } from './run-services.ts';
import type { RunState } from './run-state.ts';
import { findOnlyItem } from './run-variation.ts';
import type { StepEvaluator } from './step-evaluator.ts';
import type { StepRecord } from './step-record.ts';
import type { Settling, StepSettler } from './step-settler.ts';

type Repeat = Extract<NodeExecution, { kind: 'repeat' }>;

interface RepeatsOptions {
  state: RunState;
  services: Pick<RunServices, 'nodeType'>;
  evaluator: StepEvaluator;
  settler: StepSettler;
  reporter: RunReporter;
  /** Begins an effect, after everything before it was saved. */
  launch(effect: LaunchedEffect): Promise<void>;
}

export class Repeats {
  readonly #given: RepeatsOptions;

  constructor(given: RepeatsOptions) {
    this.#given = given;
  }

  open(record: StepRecord, execution: Repeat): undefined {
    const { state } = this.#given;
    const most = execution.mostRounds(state.stepParams(record));
    const only = findOnlyItem(state.facts.variation, record.nodeId);
    if (only !== undefined && only >= most) {
      throw new StepError(`The step has at most ${most} rounds, so there is no round with the index ${only}`);
    }
    state.openRepeat(record, most, { only });
  }

  /**
   * Decides after a round whether there is another one, and after a pause begins it. A pause that was over before a crash
   * is over at once.
   */
  async endRound(round: Frame, loop: OpenLoop, type: NodeType, execution: Repeat): Promise<void> {
    const { settlement } = this.#given.state;
    if (loop.problem === undefined && loop.pausedAfter === round.index) return this.#given.state.openNextRound(round);
    if (loop.problem === undefined && settlement.failing) return;
    const isOver = loop.problem === undefined && (await this.#given.evaluator.endRound(round, type, this.#describe));
    const rounds = round.index + 1;
    if (loop.problem || isOver || rounds === round.count) {
      this.#given.state.closeRounds(round);
      await this.#closeRepeat(loop, { rounds, last: loop.results.at(-1) ?? null, ended: isOver ? 'until' : 'most' });
      return;
    }
    const seconds = execution.delaySeconds(this.#given.state.stepParams(loop.record), rounds);
    // A test without effects waits for nothing.
    if (seconds === 0 || this.#given.state.facts.variation?.test?.effects === false)
      this.#given.state.openNextRound(round);
    else await this.#pauseAfter(round, seconds);
  }

  readonly #describe = (error: unknown) => this.#given.settler.describeError(error);

  /** The pause between two rounds is a step that waits: this process forgets a run that only waits for long. */
  async #pauseAfter(round: Frame, seconds: number): Promise<void> {
    const record = this.#given.state.addPause(round);
    if (this.#given.settler.restore(record)) return;
    this.#given.reporter.stepStarted(record);
    const type = this.#given.services.nodeType(record.nodeType);
    if (type?.execution.kind !== 'effect') throw new Error(`there are no steps of the type ${record.nodeType}`);
    await this.#given.launch({ record, type, params: { seconds }, printed: {}, execution: type.execution });
  }

  #closeRepeat({ record, problem }: OpenLoop, output: RepeatOutput): Settling {
    if (this.#given.settler.restore(record)) return undefined;
    if (problem) return this.#given.settler.fail(record, problem.message);
    return this.#given.settler.succeed(record, repeatOutcome(output));
  }
}
