/** What is stored of a workflow that a test edits in the browser. */
import { until } from '../../support/process.ts';
import type { TestService } from '../../support/service.ts';
import type { ConsolePerson } from './browser.ts';

export interface Draft {
  nodes: { id: string; type: string; params: Record<string, unknown>; position: { x: number; y: number } | null }[];
  edges: { source: string; target: string; source_handle: string | null }[];
  editor?: { notes?: { text: string }[]; direction?: string };
}

export async function readDraft(service: TestService, { key }: ConsolePerson, workflowId: string): Promise<Draft> {
  const body = { workflow_id: workflowId };
  const { workflow } = await service.ask<{ workflow: { definition: Draft } }>('/api/v1/workflow/open', body, key);
  return workflow.definition;
}

/** Waits until the stored draft has these edges: `a > b, b.true > c`, sorted. */
export async function untilDraft(
  service: TestService,
  person: ConsolePerson,
  workflowId: string,
  edges: string,
): Promise<Draft> {
  let draft = await readDraft(service, person, workflowId);
  await until(async () => {
    draft = await readDraft(service, person, workflowId);
    return writeEdges(draft) === edges;
  }, `the draft has the edges ${edges}`);
  return draft;
}

function writeEdges({ edges }: Draft): string {
  return edges
    .map(({ source, target, source_handle: handle }) => `${source}${handle === null ? '' : `.${handle}`} > ${target}`)
    .toSorted()
    .join(', ');
}
