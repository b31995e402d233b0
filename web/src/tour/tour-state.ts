/** What a browser keeps of the tour, and what the editor tells it. What goes on from there is loaded with the card. PURE. */
import { parseJson } from '../look/json/parse-json.ts';

export const STEPS = ['new', 'transform', 'value', 'run', 'break', 'fail', 'mend', 'again', 'end'] as const;

export type TourStep = (typeof STEPS)[number];

export interface TourState {
  readonly step: TourStep;
  /** The workflow that is built, once there is one. */
  readonly workflowId?: string;
  readonly isShown: boolean;
}

/** What the editor tells of the workflow that is open. */
export interface TourFacts {
  readonly workflowId: string;
  readonly nodes: readonly TourNode[];
  readonly edges: readonly { readonly target: string }[];
  /** The state of the run that is shown. */
  readonly run: string | undefined;
}

interface TourNode {
  readonly id: string;
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads what a browser kept. Nothing for what is no state of this tour. */
export function readTourState(kept: string | null): TourState | undefined {
  const raw = parseJson(kept ?? '');
  if (typeof raw !== 'object' || raw === null || !('step' in raw) || !('isShown' in raw)) return undefined;
  const step = STEPS.find(each => each === raw.step);
  if (step === undefined || typeof raw.isShown !== 'boolean') return undefined;
  const workflowId = 'workflowId' in raw && typeof raw.workflowId === 'string' ? raw.workflowId : undefined;
  return { step, isShown: raw.isShown, ...(workflowId !== undefined && { workflowId }) };
}
