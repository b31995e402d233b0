/**
 * Decides when people are told that the automatic runs of a workflow fail, and that they work again.
 *
 *   (quiet) ── failures in a row ──▶ told that it fails; a window begins
 *   told that it fails ── a run succeeds ──▶ told that it works, once in a window
 *   at the end of a window ── it failed in the window ──▶ told how often; the next window begins
 *                          ── it was told to fail, and nothing ran ──▶ the next window begins
 *                          ── otherwise ──▶ (quiet)
 *
 * So whatever a workflow does, people get at most two messages in a window. All times are milliseconds.
 */
import type { WorkflowSettings } from '../../engine/settings.ts';

export interface AlertRules {
  after: number;
  windowMs: number;
}

export interface AlertState {
  /** What people were told last. */
  said: 'fails' | 'works';
  /** Whether it fails again since they were told that it works. */
  failsAgain: boolean;
  windowFrom: number;
  windowUntil: number;
}

/** What is known of a workflow at the time of a check. */
export interface AlertFacts {
  now: number;
  /** How many counted runs of the window have failed. */
  failed: number;
  /** How the last counted run of the window ended. Undefined when there was none. */
  last: 'failed' | 'success' | undefined;
}

export interface AlertDecision {
  message: 'digest' | 'works' | undefined;
  /** Undefined when the workflow is quiet from now on. */
  next: AlertState | undefined;
}

const DEFAULT_AFTER = 1;
const DEFAULT_MINUTES = 60;

/** Returns undefined when nobody is to be told. */
export function readAlertRules(settings: WorkflowSettings | null): AlertRules | undefined {
  const alert = settings?.alert ?? true;
  if (alert === false) return undefined;
  const { after = DEFAULT_AFTER, every_minutes = DEFAULT_MINUTES } = alert === true ? {} : alert;
  return { after, windowMs: every_minutes * 60_000 };
}

export function firstState(now: number, { windowMs }: AlertRules): AlertState {
  return { said: 'fails', failsAgain: false, windowFrom: now, windowUntil: now + windowMs };
}

export function decideAlert(state: AlertState, { now, failed, last }: AlertFacts, rules: AlertRules): AlertDecision {
  const { said, failsAgain } = state;
  const works = last === 'success';
  if (now < state.windowUntil) {
    if (said === 'works' || !works) return { message: undefined, next: state };
    return { message: 'works', next: { ...state, said: 'works' } };
  }
  const next = firstState(now, rules);
  const isBad = said === 'fails' || failsAgain;
  if (isBad && failed > 0) return { message: 'digest', next: { ...next, said: works ? 'works' : 'fails' } };
  if (said === 'fails') return works ? { message: 'works', next: undefined } : { message: undefined, next };
  return { message: undefined, next: undefined };
}
