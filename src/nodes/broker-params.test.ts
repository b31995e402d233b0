import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messageSend } from './message-send.ts';
import { messageTrigger } from './triggers/message.ts';

suite('the place of messages', () => {
  test('has what its broker needs, and nothing that only others have', () => {
    const sqs = { broker: 'sqs', host: 'sqs.eu-central-1.amazonaws.com' };
    assert.deepEqual(messageTrigger.problems?.({ ...sqs, topic: 'x' }), [
      { message: "'queue' is required for sqs", param: 'queue' },
      { message: "'topic' has no meaning for sqs", param: 'topic' },
    ]);
    assert.deepEqual(messageTrigger.problems?.({ ...sqs, queue: 'x', region: 'eu-central-1' }), []);
    assert.deepEqual(messageSend.problems?.({ ...sqs, queue: 'x', group: 'y' }), []);
  });
});
