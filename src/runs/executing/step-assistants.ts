/** What steps ask of assistants and models. */
import type {
  AssistantResult,
  AssistantTask,
  FileText,
  ModelQuestion,
  StepContext,
  StepFiles,
  StepOutcome,
} from '../../nodes/step.ts';
import type { RunFacts } from './run-state.ts';

/** The step that asks. */
export interface AskingStep extends Pick<StepContext, 'idempotencyKey' | 'signal' | 'progress'> {
  run: RunFacts;
  files: StepFiles;
  readText(reference: unknown): Promise<FileText>;
  /** One call of a tool, by an id that is its own among those of the step. */
  callTool(name: string, params: Readonly<Record<string, unknown>>, callId: string): Promise<StepOutcome>;
}

export interface StepAssistants {
  run(step: AskingStep, task: AssistantTask): Promise<AssistantResult>;
  ask(step: AskingStep, question: ModelQuestion): Promise<{ answer: unknown; credits: number }>;
}
