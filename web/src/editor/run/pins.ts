/** Pinned outputs of steps. PURE. */

import type { StepSummary } from '../../api/run.ts';
import type { Definition } from '../../graph/definition.ts';
import { explain } from '../../look/explain.ts';

export interface Pin {
  readonly output: unknown;
  /** The output by which the workflow goes on. Missing: the default one. */
  readonly handle?: string;
}

/** The step of a run whose output is pinned: a success, outside of loops if there is one. */
export function choosePinnable<Step extends Pick<StepSummary, 'node_id' | 'status' | 'iteration'>>(
  steps: readonly Step[],
  nodeId: string,
): Step | undefined {
  const succeeded = steps.filter(({ node_id, status }) => node_id === nodeId && status === 'success');
  return succeeded.toSorted((left, right) => left.iteration.length - right.iteration.length)[0];
}

export function findPin(definition: Definition, nodeId: string): Pin | undefined {
  const pins: Readonly<Record<string, Pin>> = definition.editor?.pins ?? {};
  return Object.hasOwn(pins, nodeId) ? pins[nodeId] : undefined;
}

export type ReadPin = { pin: Pin } | { problem: string };

/** Reads what somebody typed as the output of a step. */
export function readTypedPin(text: string, handle: string): ReadPin {
  try {
    const output: unknown = JSON.parse(text);
    return { pin: { output, ...(handle !== '' && { handle }) } };
  } catch (error) {
    return { problem: explain(error) };
  }
}
