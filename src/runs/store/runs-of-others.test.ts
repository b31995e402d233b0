import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { createEvent } from '../executing/events.ts';
import { toEventOfOther } from './runs-of-others.ts';

suite('an event of a run of somebody else', () => {
  const secret = 's'.repeat(43);
  const link = `https://heddle.example/file?id=${randomUUID()}&secret=${secret}`;
  const fields = { text: link, error: link, output_json: JSON.stringify({ file_url: link }) };

  test('has links without their secrets', () => {
    const shown = toEventOfOther(createEvent('step_end', 'run', { ...fields, node_id: 'a' }));
    assert.equal(shown?.node_id, 'a');
    assert.equal(JSON.stringify(shown).split('/file?id=').length - 1, 3);
    assert.ok(!JSON.stringify(shown).includes(secret));
  });

  test('is not sent while the text of a step grows, because a link may be divided', () => {
    const parts = [link.slice(0, 100), link.slice(100)];
    for (const text of parts) assert.equal(toEventOfOther(createEvent('step_progress', 'run', { text })), undefined);
  });
});
