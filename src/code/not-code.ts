import type { CodeProblem } from './contract.ts';

/** The source has a mistake for which it can not be executed at all. */
export class NotCode extends Error implements CodeProblem {
  override readonly name = 'NotCode';
  readonly line: number | undefined;

  constructor(message: string, line: number | undefined) {
    super(message);
    this.line = line;
  }
}
