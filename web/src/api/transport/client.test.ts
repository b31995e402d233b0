import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { beginSession, type Session, sessionQuery } from '../session.ts';
import { ApiError, onSessionEnd, post } from './client.ts';

const sessionOf = (id: string, session_id: string) => ({ session_id, user: { id } }) as Session;

/** A page of somebody who is signed in. The test answers its requests, in any order. */
function openPage(t: TestContext) {
  const waiting: ((response: Response) => void)[] = [];
  t.mock.method(globalThis, 'fetch', () => new Promise<Response>(resolve => waiting.push(resolve)));
  let ends = 0;
  t.after(onSessionEnd(() => ends++));
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, sessionOf('ann', 'first'));
  return {
    waiting,
    countEnds: () => ends,
    signIn: (user: string) => beginSession(queryClient, sessionOf(user, 'second')),
    answer: async (position: number, status: number) => {
      await until(() => waiting.length > position);
      const headers = { 'x-error-code': 'session_ended' };
      const refusal = Response.json({ detail: 'the session has ended' }, { status: 401, headers });
      waiting[position]?.(status === 401 ? refusal : Response.json({ done: true }));
    },
  };
}

const refused = (error: unknown) => error instanceof ApiError && error.status === 401;

test('a request without an answer within its limit counts as one that did not reach the service', async t => {
  t.mock.method(globalThis, 'fetch', (_: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  await assert.rejects(
    post('v1/workflow/save', {}, { limitMs: 1 }),
    (error: unknown) => error instanceof ApiError && error.status === 0,
  );
  const controller = new AbortController();
  const sent = post('v1/workflow/save', {}, { limitMs: 60_000, signal: controller.signal });
  controller.abort(new Error('left'));
  await assert.rejects(sent, { message: 'left' });
});

test('what answers in place of the service is told by its status', async t => {
  t.mock.method(globalThis, 'fetch', async () => new Response('<html>nginx</html>', { status: 502 }));
  await assert.rejects(post('v1/workflow/list'), { status: 502, message: 'The service answered with status 502' });
});

suite('a request that is refused because the session has ended', () => {
  test('says that the session has ended', async t => {
    const page = openPage(t);
    const sent = post('v1/workflow/save');
    await page.answer(0, 401);
    await assert.rejects(sent, { status: 401, message: 'This was not done, because the session had ended' });
    assert.equal(page.countEnds(), 1);
  });

  test('is sent again if its user has signed in meanwhile, and says nothing of the new session', async t => {
    const page = openPage(t);
    const [first, late] = [post('v1/workflow/get'), post('v1/workflow/save')];
    await page.answer(0, 401);
    await assert.rejects(first, refused);
    page.signIn('ann');
    await page.answer(1, 401);
    await until(() => page.waiting.length === 3);
    await page.answer(2, 200);
    assert.deepEqual(await late, { done: true });
    assert.equal(page.countEnds(), 1);
  });

  test('is refused if the new session has ended as well', async t => {
    const page = openPage(t);
    const sent = post('v1/workflow/save');
    page.signIn('ann');
    await page.answer(0, 401);
    await until(() => page.waiting.length === 2);
    await page.answer(1, 401);
    await assert.rejects(sent, refused);
    assert.equal(page.countEnds(), 1);
  });

  test('is not sent in the name of somebody else', async t => {
    const page = openPage(t);
    const sent = post('v1/workflow/save');
    page.signIn('ben');
    await page.answer(0, 401);
    await assert.rejects(sent, refused);
    assert.equal(page.waiting.length, 1);
  });
});

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise(resolve => setImmediate(resolve));
}
