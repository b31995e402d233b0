/**
 * Keeps the log readable while the database is away.
 *
 *   fine ── an error because the database can not be reached: one warning ──▶ outage
 *   outage ── such errors: only counted ──▶ outage
 *   outage ── the database answers, and no such error came for a while: one line ──▶ fine
 */
import { DatabaseClosed, ownDatabaseProblem } from './postgres/connection-error.ts';

export interface OutageLog {
  /** Whether an error belongs to an outage, and is not to be logged by itself. */
  leavesOut(error: unknown): boolean;
  /** Tells of a problem that was not logged as an error. */
  report(problem: string): void;
  /**
   * From now on outages are told in two lines. `isBack` resolves when the database answers. Without it, nothing is left
   * out.
   */
  watch(lines: OutageLines, isBack: () => Promise<unknown>): { stop(): void };
}

interface OutageLines {
  begins(problem: string): void;
  ends(outage: { seconds: number; errors: number }): void;
}

const CHECK_MS = 1_000;

interface Outage {
  readonly begunAt: number;
  errors: number;
  /** Whether something failed since the last check. */
  hasFailed: boolean;
}

export function createOutageLog(checkMs = CHECK_MS): OutageLog {
  let lines: OutageLines | undefined;
  let isBack: () => Promise<unknown> = async () => {};
  let outage: Outage | undefined;
  let timer: NodeJS.Timeout | undefined;

  function begin(problem: string): void {
    outage = { begunAt: performance.now(), errors: 0, hasFailed: false };
    lines?.begins(problem);
    scheduleCheck();
  }

  function scheduleCheck(): void {
    timer = setTimeout(() => void check(), checkMs);
    timer.unref();
  }

  async function check(): Promise<void> {
    const isAnswered = await isBack().then(
      () => true,
      () => false,
    );
    const current = outage;
    if (!current || !lines) return;
    if (!isAnswered || current.hasFailed) {
      current.hasFailed = false;
      scheduleCheck();
      return;
    }
    outage = undefined;
    lines.ends({ seconds: Math.round((performance.now() - current.begunAt) / 1000), errors: current.errors });
  }

  return {
    leavesOut(error) {
      // Work that was given up when the process stopped finds nothing to work with.
      if (error instanceof DatabaseClosed) return true;
      if (!lines) return false;
      const problem = findProblem(error);
      if (!problem || (problem.kind !== 'unreachable' && !outage)) return false;
      if (!outage) begin(problem.text);
      if (outage) {
        outage.errors += 1;
        outage.hasFailed = true;
      }
      return true;
    },
    report(problem) {
      if (lines && !outage) begin(problem);
    },
    watch(given, whenBack) {
      lines = given;
      isBack = whenBack;
      return {
        stop() {
          clearTimeout(timer);
          lines = undefined;
          outage = undefined;
        },
      };
    },
  };
}

/** Some errors only say what failed, and have the problem as their cause. */
function findProblem(error: unknown): ReturnType<typeof ownDatabaseProblem> {
  return ownDatabaseProblem(error) ?? (error instanceof Error ? ownDatabaseProblem(error.cause) : undefined);
}
