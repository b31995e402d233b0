import { TemplateError, TemplateTimeout } from './template-error.ts';

/** What one evaluation may use. */
export interface BudgetLimits {
  /** Operators, elements that filters visit, and loop iterations. Work on a long text counts as several steps. */
  readonly steps: number;
  readonly outputCharacters: number;
  /** Characters of all texts and elements of all lists that the evaluation creates. */
  readonly allocation: number;
  /** Nesting of macro calls, recursive loops and data. */
  readonly depth: number;
  readonly milliseconds: number;
}

export const DEFAULT_LIMITS: BudgetLimits = {
  steps: 1_000_000,
  outputCharacters: 1_000_000,
  allocation: 10_000_000,
  depth: 200,
  milliseconds: 500,
};

/** Reading the clock takes longer than most steps, so the budget reads it only once in so many steps. */
const STEPS_BETWEEN_CLOCK_READS = 2_000;

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  readonly #startedAt: number;
  /** Returns random numbers from 0 up to, but not including, 1. */
  readonly random: () => number;
  #steps = 0;
  #checkAt = STEPS_BETWEEN_CLOCK_READS;
  #allocated = 0;
  #output = 0;
  #depth = 0;

  constructor(limits: BudgetLimits, now: () => number, random: () => number) {
    this.random = random;
    this.#limits = limits;
    this.#now = now;
    this.#startedAt = now();
    this.#checkAt = Math.min(STEPS_BETWEEN_CLOCK_READS, limits.steps);
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#checkAt) this.#check();
  }

  /**
   * Charges native work on a text or list of this length. In the time of one step it processes about 256 characters.
   */
  scan(length: number): void {
    this.spend(1 + (length >> 8));
  }

  /** Callers charge a text or list before they create it, so that one that is too big is never created. */
  allocate(units: number): void {
    this.#allocated += units;
    // The negated comparison also refuses NaN and infinity.
    if (!(this.#allocated <= this.#limits.allocation))
      throw new TemplateError(`the template needs too much memory (more than ${this.#limits.allocation} units)`);
    this.spend(1 + (units >> 8));
  }

  output(characters: number): void {
    this.#output += characters;
    if (this.#output > this.#limits.outputCharacters)
      throw new TemplateError(`the output is longer than ${this.#limits.outputCharacters} characters`);
    this.spend(1 + (characters >> 8));
  }

  /** Every `enter` needs a `leave`, except when an error ends the whole evaluation. */
  enter(): void {
    if (++this.#depth > this.#limits.depth)
      throw new TemplateError(`the template recurses too deeply (more than ${this.#limits.depth} levels)`);
  }

  leave(): void {
    this.#depth--;
  }

  #check(): void {
    if (this.#steps > this.#limits.steps)
      throw new TemplateError(`the template takes too many steps (more than ${this.#limits.steps})`);
    if (this.#now() - this.#startedAt > this.#limits.milliseconds)
      throw new TemplateTimeout(`the template takes too long (more than ${this.#limits.milliseconds} ms)`);
    this.#checkAt = Math.min(this.#steps + STEPS_BETWEEN_CLOCK_READS, this.#limits.steps);
  }
}
