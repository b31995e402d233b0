/** The limits on runs that the settings of an installation define; `config.runs` describes them. */
export interface RunLimits {
  readonly inputCharacters: number;
  readonly steps: number;
  readonly stepsAtOnce: number;
  readonly loopItems: number;
  readonly seconds: number;
  readonly shownCharacters: number;
  readonly shownInLoopCharacters: number;
}
