/** Workflows that fail when they are told to, and those that watch them. */
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import type { Person, TestService } from '../support/service.ts';
import { poll } from './poll.ts';

/** A webhook whose runs fail when the body has `n: 0`. */
export function dividing(settings?: Record<string, unknown>): Definition {
  return {
    nodes: [
      node('hook', 'trigger.webhook'),
      node('divide', 'transform', { value: '{{ 6 / input.body.n }}' }),
      node('done', 'output', { value: '{{ steps.divide.output }}' }),
    ],
    edges: [edge('hook', 'divide'), edge('divide', 'done')],
    ...(settings && { settings }),
  };
}

/** A workflow that returns what its trigger tells it. */
export function listening(params: Record<string, unknown>): Definition {
  return {
    nodes: [node('ended', 'trigger.run', params), node('done', 'output', { value: '{{ input }}' })],
    edges: [edge('ended', 'done')],
  };
}

/** Waits until the workflow has so many ended runs, and returns them, the oldest first. */
export function waitForRuns(service: TestService, person: Person, workflowId: string, count: number): Promise<Run[]> {
  return poll(async () => {
    const filters = [['workflow_id', '==', workflowId]];
    const runs = await service.ask<Run[]>('/api/v3/workflow/runs/find', { filters }, person.key);
    const ended = runs.filter(({ finished_at }) => finished_at !== null);
    return ended.length >= count ? ended.reverse() : undefined;
  });
}
