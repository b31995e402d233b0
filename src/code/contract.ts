/** What passes between the service and the thread in which code runs. */

export type CodeLanguage = 'javascript' | 'typescript';

export interface CodeSource {
  readonly language: CodeLanguage;
  readonly source: string;
}

export interface CodeTask extends CodeSource {
  /** JSON. */
  readonly input: string;
  readonly run: { readonly id: string };
  /** The only time that the code sees, in milliseconds since 1970. */
  readonly nowMs: number;
  /** All random numbers of the code follow from it. */
  readonly seed: string;
  /** Processor time. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

/** With what the code has logged, whether it succeeded or not. */
export type CodeResult = { readonly log: string } & (
  | {
      /** JSON. */
      readonly value: string;
    }
  | { readonly error: string }
);

/** What is wrong with a source. */
export interface CodeProblem {
  /** Counted from 1. Undefined when the problem is the source as a whole. */
  readonly line: number | undefined;
  readonly message: string;
}
