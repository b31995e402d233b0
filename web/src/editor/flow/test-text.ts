/** A test as people edit it. Pure. */
import type { TestUpdate, WorkflowTest } from '../../../../src/workflows/tests/schemas.ts';
import { isObject } from '../../graph/definition.ts';
import { parseJson } from '../../look/json/parse-json.ts';
import { workflowTests as texts } from '../../texts/flow.ts';

type Content = Pick<TestUpdate, 'trigger_node_id' | 'input' | 'pins' | 'expect'>;

export function writeTestText(test: WorkflowTest | undefined): string {
  const { trigger_node_id = null, input = {}, pins = {}, expect = { status: 'success' } } = test ?? {};
  const content = { ...(trigger_node_id !== null && { trigger_node_id }), input, pins, expect };
  return JSON.stringify(content, undefined, 2);
}

/** The service checks what the members contain. */
export function readTestText(text: string): { content: Content } | { problem: string } {
  const json = parseJson(text);
  if (json === undefined) return { problem: texts.notJson };
  if (!isObject(json)) return { problem: texts.notObject };
  const { trigger_node_id = null, input = {}, pins = {}, expect = {} } = json;
  return { content: { trigger_node_id, input, pins, expect } as Content };
}
