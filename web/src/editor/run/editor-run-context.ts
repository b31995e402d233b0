/** What the parts of the editor know of the run that is shown, and what they can do about it. */

import { createContext, use } from 'react';
import { ApiError } from '../../api/transport/client.ts';
import { explain } from '../../look/explain.ts';
import { showNotice } from '../../look/states/notices.tsx';
import type { Structure } from '../../run-parts/structure.ts';
import type { WatchedRun } from '../../run-parts/watching.ts';
import * as texts from '../../texts/editor-run.ts';
import type { DraftRun } from './draft-run.ts';
import type { Asked } from './run-questions.ts';
import type { Listening } from './use-listening.ts';

export interface EditorRun {
  readonly watched: WatchedRun;
  /** Whether there is a run to show. */
  readonly isShown: boolean;
  readonly structure: Structure;
  /** A newer run of the workflow that somebody or something else started. */
  readonly offered: string | undefined;
  /** The webhook whose next call is waited for. */
  readonly listening: Listening | undefined;
  readonly asked: Asked | undefined;
  /** Saves and starts. Resolves when the run has begun, and throws when it is refused. */
  start(run: DraftRun): Promise<void>;
  /** Starts, but asks first where a test has effects. Problems are shown. */
  startOrAsk(run: DraftRun): void;
  /** Opens a dialog; undefined closes it. */
  ask(asked: Asked | undefined): void;
  listen(nodeId: string): void;
  stopListening(): void;
  show(runId: string): void;
  reload(): void;
  dismiss(): void;
}

export const EditorRunContext = createContext<EditorRun | null>(null);

export function useEditorRun(): EditorRun {
  const run = use(EditorRunContext);
  if (!run) throw new Error('This component belongs into the editor, below EditorRunProvider');
  return run;
}

export function showProblem(error: unknown): void {
  const message = explain(error);
  // Without an answer, the run may go on.
  const isUnknown = error instanceof ApiError && error.status === 0;
  showNotice({ failed: true, title: isUnknown ? texts.runMayHaveStarted : texts.runDidNotStart, message });
}
