/**
 * What operators learn of a failure: its kind and, when another server replied, its status. The message may quote a
 * reply or values of the run, so it stays in the run.
 */
import { ApiError } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { ModelError } from '../../platform/models/model.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import { ThreadError } from '../../platform/threads/thread-pool.ts';
import { TemplateError } from '../../templates/template.ts';

export interface Failure {
  kind: string;
  status?: number;
}

export function classifyFailure(error: unknown): Failure {
  if (error instanceof TemplateError) return { kind: 'template' };
  if (!(error instanceof StepError)) return { kind: 'internal' };
  const { kind, status, cause } = error;
  return kind === undefined ? classifyCause(cause) : { kind, ...optionalStatus(status) };
}

function classifyCause(cause: unknown): Failure {
  if (cause instanceof OutboundError) return { kind: `request_${cause.reason}`, ...optionalStatus(cause.status) };
  if (cause instanceof ModelError) return { kind: `model_${cause.kind}`, ...optionalStatus(cause.status) };
  if (cause instanceof ThreadError) return { kind: `thread_${cause.reason}` };
  if (cause instanceof ApiError) return { kind: 'refused', status: cause.status };
  return { kind: 'step' };
}

function optionalStatus(status: number | undefined): { status?: number } {
  return status === undefined ? {} : { status };
}
