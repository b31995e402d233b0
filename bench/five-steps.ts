import { call } from './load.ts';

/** The workflow whose runs are measured: trigger → transform → condition → transform → output. */
export function fiveSteps(trigger: string, given: string, params: object = {}): object {
  return {
    nodes: [
      node('start', trigger, params),
      node('greet', 'transform', { value: { text: `Hello {{ ${given}.name }}`, amount: `{{ ${given}.amount * 2 }}` } }),
      node('check', 'condition', { expression: 'steps.greet.output.amount > 100' }),
      node('build', 'transform', { value: { note: '{{ steps.greet.output.text | upper }}', big: true } }),
      node('done', 'output', { value: '{{ steps.build.output }}' }),
    ],
    edges: [
      { source: 'start', target: 'greet', source_handle: null },
      { source: 'greet', target: 'check', source_handle: null },
      { source: 'check', target: 'build', source_handle: 'true' },
      { source: 'build', target: 'done', source_handle: null },
    ],
  };
}

function node(id: string, type: string, params: object) {
  return { id, type, name: id, params, position: null };
}

/** Creates the workflow with a manual trigger, and returns its id. */
export async function createFiveSteps(url: string): Promise<string> {
  const definition = fiveSteps('trigger.manual', 'input');
  const { id } = await call<{ id: string }>(`${url}/api/v3/workflow/create`, { name: 'bench', definition });
  return id;
}
