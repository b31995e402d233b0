import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideByLimits, type LimitState } from './limit-decisions.ts';
import type { ConcurrencyLimit } from './start-row.ts';

const rule = (more: Partial<ConcurrencyLimit> = {}): ConcurrencyLimit => ({
  key: 'k',
  limit: 1,
  onFull: 'queue',
  queued: 2,
  ...more,
});
const state = (more: Partial<LimitState> = {}): LimitState => ({
  ...{ key: 'k', used: 0, held: 0, holder: null, holderStatus: null },
  ...more,
});

function decide(states: LimitState[], ...runs: ConcurrencyLimit[][]): string[] {
  const candidates = runs.map((concurrency, index) => ({ runId: `run ${index}`, start: { concurrency } }));
  return decideByLimits(candidates, states).map(decision =>
    decision.kind === 'skip' ? `skip for ${decision.runId}` : decision.kind,
  );
}

test('each run counts for those after it', () => {
  const runs = Array.from({ length: 5 }, () => [rule()]);
  assert.deepEqual(decide([state()], ...runs), ['insert', 'insert', 'insert', 'full', 'full']);
});

test('a run is skipped for the first that has the place, also if it came at the same moment', () => {
  const skipping = [rule({ onFull: 'skip' })];
  assert.deepEqual(decide([state()], skipping, skipping), ['insert', 'skip for run 0']);
  const used = state({ used: 1, holder: 'old', holderStatus: 'running' });
  assert.deepEqual(decide([used], skipping), ['skip for old']);
});

test('of two rules, the one that is full decides', () => {
  const free = rule({ key: 'free', limit: 5, onFull: 'skip' });
  const states = [state({ key: 'free' }), state({ used: 1, holder: 'old', holderStatus: 'running' })];
  assert.deepEqual(decide(states, [free, rule({ onFull: 'replace' })]), ['replace']);
  assert.deepEqual(decide(states, [free, rule({ onFull: 'cancel' })]), ['insert']);
});

test('while others wait, a run that would have a place waits behind them', () => {
  const limited = [rule({ limit: 3, queued: 2 })];
  const states = [state({ used: 2, held: 1 })];
  assert.deepEqual(decide(states, limited, limited), ['insert', 'insert']);
});
