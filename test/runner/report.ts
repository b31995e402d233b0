/** Prints how the tests went and where the time has gone, and keeps the times of all files for the next run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/process.ts';
import { PARTS, type PartName, type Tier } from './parts.ts';
import type { FileOutcome } from './workers.ts';

const TIMES_FILE = path.join(ROOT, 'node_modules', '.cache', 'test-times.json');
const SLOWEST = 30;
/** A part fails the run when it exceeds its budget by a half. */
const TOLERANCE = 1.5;
/** What the closing lines repeat of the reasons of failures, so that the end of a log is enough to understand them. */
const REPEATED_CHARACTERS = 1_200;

/** What the machine did during the run. */
export interface Machine {
  wallSeconds: number;
  idleSeconds: number;
  processors: number;
  /** How many times as long as on the machine of the budgets a computation took during the run. */
  slowness: number;
}

export type Write = (text: string) => void;

export function reportFile({ file, wallSeconds, processorSeconds, results }: FileOutcome, write: Write): void {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const mark = failed.length > 0 ? '✖' : '✔';
  write(
    `${mark} ${file} (${results.length} tests, ${wallSeconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor time)\n`,
  );
  for (const { title, reason } of failed) write(`\n  ✖ ${title}\n${indent(reason)}\n\n`);
}

/** Prints the closing lines. Returns whether everything passed. */
export function reportRun(outcomes: readonly FileOutcome[], write: Write): boolean {
  const results = outcomes.flatMap(({ file, results }) => results.map(result => ({ file, ...result })));
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length;
  const reasons = new Set(results.flatMap(({ outcome, reason }) => (outcome === 'skipped' ? [reason] : [])));
  for (const reason of reasons) write(`skipped: ${reason}\n`);
  for (const { file, title, reason } of results.filter(({ outcome }) => outcome === 'failed')) {
    write(`✖ ${file}: ${title}\n${indent(reason.slice(0, REPEATED_CHARACTERS))}\n`);
  }
  write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`);
  return count('failed') === 0 && results.length > 0;
}

export function reportTimes(outcomes: readonly FileOutcome[], machine: Machine, write: Write): void {
  const slowest = outcomes.toSorted((one, other) => other.processorSeconds - one.processorSeconds).slice(0, SLOWEST);
  write('\nthe slowest files        wall    processor\n');
  for (const { file, wallSeconds, processorSeconds } of slowest) {
    write(`${seconds(wallSeconds, 28)} ${seconds(processorSeconds)}  ${file}\n`);
  }
  write('\nparts                    wall    processor\n');
  for (const [part, sum] of sumByPart(outcomes)) {
    write(`  ${part.padEnd(18)}${seconds(sum.wallSeconds)} ${seconds(sum.processorSeconds)}\n`);
  }
  const { wallSeconds, idleSeconds, processors, slowness } = machine;
  write(
    `\n${wallSeconds.toFixed(0)} s on ${processors} processors, which were idle for ${idleSeconds.toFixed(0)} s in all; `,
  );
  write(`a computation took ${slowness.toFixed(2)} times as long as on the machine of the budgets\n`);
}

/** Says which parts have exceeded their budgets by a half. A slow machine gets more time, and a fast one no less. */
export function findExceeded(outcomes: readonly FileOutcome[], tier: Tier, { slowness }: Machine): string[] {
  return [...sumByPart(outcomes)].flatMap(([part, { processorSeconds }]) => {
    const budget = PARTS[part].budgetSeconds[tier] * Math.max(1, slowness);
    if (processorSeconds <= budget * TOLERANCE) return [];
    return [
      `The part ${part} took ${processorSeconds.toFixed(0)} s of processor time, and its budget is ${budget.toFixed(0)} s: ` +
        'make its tests cheaper, or raise the budget in test/runner/parts.ts and say why.',
    ];
  });
}

function sumByPart(outcomes: readonly FileOutcome[]): Map<PartName, { wallSeconds: number; processorSeconds: number }> {
  const sums = new Map<PartName, { wallSeconds: number; processorSeconds: number }>();
  for (const { part, wallSeconds, processorSeconds } of outcomes) {
    const sum = sums.get(part) ?? { wallSeconds: 0, processorSeconds: 0 };
    sums.set(part, {
      wallSeconds: sum.wallSeconds + wallSeconds,
      processorSeconds: sum.processorSeconds + processorSeconds,
    });
  }
  return sums;
}

type Times = Record<string, { wallSeconds: number; processorSeconds: number }>;

/** Returns the times of earlier runs. */
export function readTimes(): Times {
  try {
    return JSON.parse(readFileSync(TIMES_FILE, 'utf8'));
  } catch {
    return {};
  }
}

/** Keeps the times of the files that ran, beside those of the others. */
export function keepTimes(outcomes: readonly FileOutcome[]): void {
  const times = readTimes();
  for (const { file, wallSeconds, processorSeconds } of outcomes) times[file] = { wallSeconds, processorSeconds };
  mkdirSync(path.dirname(TIMES_FILE), { recursive: true });
  writeFileSync(TIMES_FILE, `${JSON.stringify(times, undefined, 2)}\n`);
}

function seconds(value: number, width = 9): string {
  return `${value.toFixed(1)} s`.padStart(width);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
