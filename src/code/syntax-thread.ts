/** Finds the first mistake in the syntax of code. Nothing of it is executed. */
import { fixedLimits } from '../configuration/limits.ts';
import type { ThreadContext } from '../platform/threads/thread-pool.ts';
import type { CodeProblem, CodeSource } from './contract.ts';
import { checkModule, openMachine } from './machine.ts';
import { NotCode } from './not-code.ts';
import { stripTypes } from './typescript.ts';

export default async function check(source: CodeSource, context: ThreadContext): Promise<CodeProblem | null> {
  using machine = await openMachine({
    memoryMb: fixedLimits.code.memoryMb.default,
    nowMs: 0,
    seed: '',
    isOver: () => false,
  });
  try {
    const script = source.language === 'typescript' ? stripTypes(source.source) : source.source;
    checkModule(machine, script);
    return DEFAULT_EXPORT.test(script) ? null : NO_DEFAULT_EXPORT;
  } catch (error) {
    if (error instanceof NotCode) return { line: error.line, message: error.message };
    // A parser that ran out of stack or memory may be broken.
    context.retire();
    return { line: undefined, message: 'is too deeply nested, or too long' };
  }
}

/** Found in a comment it is no error, but then the step says so when it runs. */
const DEFAULT_EXPORT = /\bexport\s+default\b|\bas\s+default\b/;
const NO_DEFAULT_EXPORT: CodeProblem = {
  line: undefined,
  message: 'must export a function: export default function (input) { … }',
};
