/** Checks the syntax of code for validation, with the engine that will run it, in threads. */
import { createHash } from 'node:crypto';
import { keepNewest } from '../platform/keep-newest.ts';
import { ThreadError, type ThreadPool } from '../platform/threads/thread-pool.ts';
import type { CodeProblem, CodeSource } from './contract.ts';

export interface SyntaxChecker {
  /** Returns what is wrong, by `sourceKey`. What is in order is not in it. */
  findProblems(sources: readonly CodeSource[], owner: string): Promise<ReadonlyMap<string, string>>;
}

const SYNTAX_THREAD = new URL('./syntax-thread.ts', import.meta.url);
/** A source of 200,000 characters takes some 50 ms. */
const CHECK_MS = 2_000;
/** Somebody waits for the answer, and publishing holds the workflow meanwhile. */
const WALL_MS = 10_000;
/** The same as for templates, because threads with the same limit do both. */
const THREAD_MB = 512;
/** Editors validate after every change, and most sources have not changed since. */
const KEPT_RESULTS = 1_000;
const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

export function createSyntaxChecker(threads: ThreadPool): SyntaxChecker {
  /** The problem by the hash of the source, or null when there is none. */
  const known = new Map<string, string | null>();

  async function findProblem(source: CodeSource, owner: string): Promise<string | null> {
    const hash = createHash('sha256').update(sourceKey(source)).digest('base64');
    const found = known.get(hash);
    if (found !== undefined) return found;
    const problem = await check(source, owner);
    keepNewest(known, hash, problem, KEPT_RESULTS);
    return problem;
  }

  async function check(source: CodeSource, owner: string): Promise<string | null> {
    try {
      const limits = { owner, timeoutMs: CHECK_MS, wallTimeoutMs: WALL_MS, memoryMb: THREAD_MB };
      const problem = await threads.run<CodeProblem | null>(SYNTAX_THREAD, source, limits);
      return problem && describe(problem);
    } catch (error) {
      if (!(error instanceof ThreadError) || error.reason === 'closed' || error.reason === 'failed') throw error;
      return 'is too complicated to be checked';
    }
  }

  return {
    async findProblems(sources, owner) {
      if (sources.length === 0) return NO_PROBLEMS;
      const found = await Promise.all(
        sources.map(async source => [sourceKey(source), await findProblem(source, owner)] as const),
      );
      return new Map(found.flatMap(([key, problem]) => (problem === null ? [] : [[key, problem]])));
    },
  };
}

export function sourceKey({ language, source }: CodeSource): string {
  return `${language} ${source}`;
}

function describe({ line, message }: CodeProblem): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}
