import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { noteNewSession } from '../api/transport/client.ts';
import { type Answer, inPresentSession, NO_ANSWER } from './request.ts';

/** Sends a request whose answers come in this order. A function is called before its answer comes. */
async function send(...answers: (number | (() => void))[]): Promise<{ status: number; sent: number }> {
  let sent = 0;
  const request = inPresentSession(async (): Promise<Answer> => {
    sent++;
    let next = answers.shift();
    while (typeof next === 'function') {
      next();
      next = answers.shift();
    }
    return { ...NO_ANSWER, status: next ?? 0 };
  });
  const { status } = await request('/upload', '', { signal: new AbortController().signal });
  return { status, sent };
}

suite('a request of an upload', () => {
  test('is sent again if it is refused in a session that has ended, and a new one has begun', async () => {
    assert.deepEqual(await send(noteNewSession, 401, 200), { status: 200, sent: 2 });
  });

  test('is not sent again in the same session', async () => {
    assert.deepEqual(await send(401, 200), { status: 401, sent: 1 });
    assert.deepEqual(await send(noteNewSession, 401, 401, 200), { status: 401, sent: 2 });
  });

  test('that was answered otherwise is not sent again in a new session', async () => {
    assert.deepEqual(await send(noteNewSession, 409, 200), { status: 409, sent: 1 });
  });
});
