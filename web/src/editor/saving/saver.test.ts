import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { renameInGraph } from '../../../test/merge.ts';
import { StoredWorkflow } from '../../../test/saving.ts';
import type { Content } from '../document/merge.ts';
import { createSaver, type SaverServices } from './saver.ts';
import { startSaving, type UnsavedWork } from './saving.ts';

const named = (name: string): Content => ({ name, description: '', definition: { nodes: [], edges: [] } });

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function startTest(change: Partial<SaverServices> = {}) {
  const workflow = new StoredWorkflow(named('One'));
  const kept: (UnsavedWork | undefined)[] = [];
  const shown: string[] = [];
  const services: SaverServices = {
    save: async ({ base, content }) => {
      const answer = workflow.save(base, content);
      if (answer.type === 'failed') throw new Refusal(answer.status, answer.message);
      if (answer.type !== 'saved') throw new Error('no such answer');
      return { revisionId: answer.revisionId, updated: answer.updated };
    },
    read: async () => ({ stored: workflow.latest, at: 1 }),
    show: ({ content }) => shown.push(content.name),
    keep: work => kept.push(work),
    rename: renameInGraph,
    now: () => 7,
    ...change,
  };
  const saver = createSaver({ state: startSaving(workflow.latest, 1, true), effects: [] }, services);
  const close = saver.open();
  return { workflow, kept, shown, saver, close };
}

test('it saves after a pause, keeps the work until then and forgets it afterwards', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { workflow, kept, saver } = startTest();
    saver.tell({ type: 'changed', content: named('Two') });
    mock.timers.tick(700);
    saver.tell({ type: 'changed', content: named('Three') });
    mock.timers.tick(299);
    assert.equal(kept.length, 0);
    mock.timers.tick(1);
    assert.equal(kept.at(-1)?.content.name, 'Three');
    mock.timers.tick(499);
    assert.equal(saver.getState().phase, 'waiting');
    mock.timers.tick(1);
    assert.equal(saver.getState().phase, 'saving');
    await saver.flush();
    assert.equal(saver.getState().phase, 'saved');
    assert.equal(saver.getState().savedAt, 7);
    assert.equal(workflow.latest.content.name, 'Three');
    assert.equal(kept.at(-1), undefined);
  } finally {
    mock.timers.reset();
  }
});

test('a flush saves at once, and returns why it could not', async () => {
  const { workflow, saver } = startTest();
  saver.tell({ type: 'changed', content: named('Two') });
  assert.equal((await saver.flush()).phase, 'saved');
  assert.equal(workflow.latest.content.name, 'Two');

  const refused = startTest({
    save: async () => {
      throw new Refusal(403, 'Forbidden');
    },
  });
  refused.saver.tell({ type: 'changed', content: named('Two') });
  const { phase, reason } = await refused.saver.flush();
  assert.deepEqual([phase, reason], ['refused', 'Forbidden']);
});

test('what is sent is kept before it is sent', async () => {
  const order: string[] = [];
  const { saver } = startTest({
    save: async () => {
      order.push('save');
      return { revisionId: 'r2', updated: 2 };
    },
    keep: work => order.push(work?.sent ? 'kept sent' : 'kept'),
  });
  saver.tell({ type: 'changed', content: named('Two') });
  await saver.flush();
  assert.deepEqual(order.slice(0, 2), ['kept sent', 'save']);
});

test('closing sends what is waiting and keeps it until there is an answer', async () => {
  const { workflow, kept, saver, close } = startTest();
  saver.tell({ type: 'changed', content: named('Two') });
  close();
  assert.equal(kept.at(-1)?.sent?.name, 'Two');
  await saver.flush();
  assert.equal(workflow.latest.content.name, 'Two');
  assert.equal(kept.at(-1), undefined);
});

test('what others saved is shown, and an equal content is no change', async () => {
  const { workflow, shown, saver } = startTest();
  workflow.save(workflow.latest, named('Theirs'));
  saver.tell({ type: 'announced', revisionId: 'r2' });
  await saver.flush();
  assert.deepEqual(shown, ['Theirs']);
  saver.tell({ type: 'changed', content: saver.getState().content });
  assert.equal(saver.getState().phase, 'saved');
});
