import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workflow } from '../../test/graph.ts';
import type { EditorIssue } from './document/issues.ts';
import { moveFocus, startFilling, withoutUnfinished } from './filling.ts';

function issue(param: string | null, severity: EditorIssue['severity'] = 'error', step = 'call'): EditorIssue {
  return { severity, message: `'${param}' is required`, node_id: step, edge: null, param };
}

const empty = workflow({ call: 'http.request', other: 'notify' });
const issues = [issue('url'), issue('body'), issue(null), issue('url', 'warning'), issue('to', 'error', 'other')];
const shown = (...args: Parameters<typeof withoutUnfinished>) =>
  withoutUnfinished(...args).map(({ node_id, param, severity }) => `${node_id} ${param} ${severity}`);
const OTHERS = ['call null error', 'call url warning', 'other to error'];

describe('a field is called wrong', () => {
  it('at once in a step that nobody is filling in', () => {
    assert.equal(withoutUnfinished(issues, empty, null), issues);
    assert.equal(withoutUnfinished(issues, empty, startFilling('call')), issues);
    assert.equal(withoutUnfinished(issues, empty, startFilling('gone', { isNew: true })), issues);
  });

  it('in a new step when it was left', () => {
    const filling = startFilling('call', { isNew: true });
    assert.deepEqual(shown(issues, empty, filling), OTHERS);
    const inside = moveFocus(filling, 'url', {});
    assert.deepEqual(shown(issues, empty, inside), OTHERS);
    const left = moveFocus(inside, 'body', {});
    assert.deepEqual(shown(issues, empty, left), ['call url error', ...OTHERS]);
    assert.deepEqual(shown(issues, empty, moveFocus(left, 'url', {})), [
      'call url error',
      'call body error',
      ...OTHERS,
    ]);
  });

  it('in a step of before when it was left empty', () => {
    const filling = moveFocus(startFilling('call'), 'url', { url: 'https://a.test' });
    assert.deepEqual(shown(issues, empty, filling), ['call body error', ...OTHERS]);
    const wrong = workflow({ call: ['http.request', { url: '{{ nonsense' }], other: 'notify' });
    assert.equal(withoutUnfinished(issues, wrong, filling), issues);
    assert.equal(withoutUnfinished(issues, empty, moveFocus(filling, null, {})), issues);
    const again = moveFocus(moveFocus(filling, null, {}), 'url', {});
    assert.equal(withoutUnfinished(issues, empty, again), issues, 'it stays wrong until it is filled in');
  });
});
