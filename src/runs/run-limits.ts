/** The limits of an installation on its runs. The defaults are in `limits.ts`. */
export interface RunLimits {
  readonly inputCharacters: number;
  readonly steps: number;
  readonly stepsAtOnce: number;
  readonly loopItems: number;
  readonly seconds: number;
  readonly shownCharacters: number;
  readonly shownInLoopCharacters: number;
  readonly textCharacters: number;
  readonly valueCharacters: number;
  readonly templateMs: number;
}
