/**
 * Keeps the log readable while the database is away, and while all connections to it are in use.
 *
 *   fine ── an error because the database can not be reached: one warning ──▶ outage
 *   fine ── an error because no connection became free: one warning ──▶ overload
 *   overload ── such errors: only counted ──▶ overload
 *   overload ── an error because the database can not be reached: one warning ──▶ outage
 *   outage ── errors of the database: only counted ──▶ outage
 *   overload, outage ── the database answers, and no such error came for a while: one line ──▶ fine
 */
import { DatabaseClosed, type DatabaseProblem, ownDatabaseProblem } from '../postgres/connection-error.ts';

export interface OutageLog {
  /** Whether an error belongs to an outage, and is not to be logged by itself. */
  leavesOut(error: unknown): boolean;
  /** Tells of a problem that was not logged as an error. */
  report(problem: DatabaseProblem): void;
  /**
   * From now on outages are told in two lines. `isBack` resolves when the database answers. Without it, nothing is left
   * out.
   */
  watch(lines: OutageLines, isBack: () => Promise<unknown>): { stop(): void };
}

/** What is wrong for a while, and not only with a single statement. */
export type OutageKind = 'unreachable' | 'busy';

interface OutageLines {
  begins(kind: OutageKind, problem: string): void;
  ends(kind: OutageKind, outage: { seconds: number; errors: number }): void;
}

const CHECK_MS = 1_000;

interface Outage {
  readonly kind: OutageKind;
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

  /** Begins or goes on with what the problem is part of, if it is part of anything. */
  function enter({ kind, text }: DatabaseProblem): Outage | undefined {
    if (outage?.kind === 'unreachable' || outage?.kind === kind) return outage;
    if (kind !== 'unreachable' && kind !== 'busy') return undefined;
    outage = { kind, begunAt: performance.now(), errors: 0, hasFailed: false };
    lines?.begins(kind, text);
    scheduleCheck();
    return outage;
  }

  function scheduleCheck(): void {
    clearTimeout(timer);
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
    lines.ends(current.kind, {
      seconds: Math.round((performance.now() - current.begunAt) / 1000),
      errors: current.errors,
    });
  }

  return {
    leavesOut(error) {
      // Work that was given up when the process stopped finds nothing to work with.
      if (error instanceof DatabaseClosed) return true;
      if (!lines) return false;
      const problem = findProblem(error);
      const entered = problem && enter(problem);
      if (!entered) return false;
      entered.errors += 1;
      entered.hasFailed = true;
      return true;
    },
    report(problem) {
      if (lines) enter(problem);
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
