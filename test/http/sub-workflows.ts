/** Workflows that run others, and the runs that come from that. */
import assert from 'node:assert/strict';
import type { RunPage, RunSummary } from '../../src/runs/api/list-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';
import { asking, getRun, waitForEnd } from './approval-workflows.ts';
import { poll } from './poll.ts';

export const doubling = chain(node('result', 'output', { value: '{{ input.n * 2 }}' }));
export const failing = chain(node('fail', 'transform', { value: '{{ input.nothing.at_all }}' }));

export function running(workflow_id: string, params: object = {}): Definition {
  return chain(
    node('call', 'workflow.run', { workflow_id, ...params }),
    node('result', 'output', { value: '{{ steps.call.output }}' }),
  );
}

export function subWorkflows(service: TestService, person: Person) {
  /** The runs that the steps of a run have started, oldest first. */
  async function children({ id }: Pick<Run, 'id'>): Promise<RunSummary[]> {
    const { items } = await service.ask<RunPage>('/api/v1/run/list', { parent_run_id: id, limit: 100 }, person.key);
    return items.toReversed();
  }

  /** Runs a draft, and answers when the run has ended or pauses. */
  async function start(definition: Definition, input: object = {}): Promise<Run> {
    const workflow_id = await createWorkflow(service, definition, person.key, { name: 'Parent' });
    return service.ask<Run>('/api/v3/workflow/run', { workflow_id, input }, person.key);
  }

  return {
    children,
    start,
    /** A run of this waits until somebody approves. */
    waiting: asking({ assignees: person.email }),

    async publish(definition: Definition, name = 'Child'): Promise<string> {
      const id = await createWorkflow(service, definition, person.key, { name });
      await service.ask('/api/v3/workflow/publish', { workflow_id: id }, person.key);
      return id;
    },

    async run(definition: Definition, input: object = {}): Promise<Run> {
      return waitForEnd(service, (await start(definition, input)).id, person);
    },

    async onlyChild(parent: Run): Promise<Run> {
      const [child, ...others] = await children(parent);
      assert.deepEqual(others, []);
      return getRun(service, child?.id ?? '', person);
    },

    /** Waits until the only child of a run waits. */
    async waitingChild(parent: Pick<Run, 'id'>): Promise<Run> {
      return poll(async () => {
        const [child] = await children(parent);
        return child?.status === 'waiting' ? getRun(service, child.id, person) : undefined;
      });
    },
  };
}
