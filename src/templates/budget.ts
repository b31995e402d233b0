import { TemplateError, TemplateTimeout } from './template-error.ts';

/** What one evaluation may use up. */
export interface BudgetLimits {
  /** Operators, filter elements, loop turns; long texts count as several. */
  readonly steps: number;
  readonly outputCharacters: number;
  /** Characters of all texts and elements of all lists that are made on the way. */
  readonly allocation: number;
  /** Macros within macros, recursive loops, data within data. */
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

/** The clock is read only every so many steps: reading it costs more than most steps do. */
const STEPS_BETWEEN_CLOCKS = 2_000;

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  readonly #startedAt: number;
  /** Where chance comes from: from 0 up to 1. */
  readonly random: () => number;
  #steps = 0;
  #checkAt = STEPS_BETWEEN_CLOCKS;
  #allocated = 0;
  #output = 0;
  #depth = 0;

  constructor(limits: BudgetLimits, now: () => number, random: () => number) {
    this.random = random;
    this.#limits = limits;
    this.#now = now;
    this.#startedAt = now();
    this.#checkAt = Math.min(STEPS_BETWEEN_CLOCKS, limits.steps);
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.#checkAt) this.#check();
  }

  /** For native work on a text or list of this length: a step's time does about 256 characters. */
  scan(length: number): void {
    this.spend(1 + (length >> 8));
  }

  /** To be called before the text or list is made, so that it is never made when it is too big. */
  allocate(units: number): void {
    this.#allocated += units;
    // Written so that NaN and infinity fail too.
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

  /** Every `enter` has its `leave`, except when an error ends the whole evaluation. */
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
    this.#checkAt = Math.min(this.#steps + STEPS_BETWEEN_CLOCKS, this.#limits.steps);
  }
}
