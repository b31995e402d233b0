/** Tests the live stream of a tab: runs, drafts, presence and approvals, in two processes, and who learns what. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { LiveEvent } from '../../src/live/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { type Person, serviceOn, type TestService, testService } from '../support/service.ts';
import { type OpenedStream, openStream } from '../support/streams.ts';

const service = await testService();
const otherProcess = await serviceOn(service.database, {}, { work: false });
const done = chain(node('done', 'output', { value: '{{ input }}' }));

type EventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

interface LiveTab extends OpenedStream<LiveEvent> {
  tabId: string;
  /** Reads until there is such an event, and returns the latest one. */
  next<Type extends LiveEvent['type']>(type: Type, is?: (event: EventOf<Type>) => boolean): Promise<EventOf<Type>>;
}

async function openTab(
  person: Person,
  { at = service, key = person.key, ...body }: { at?: TestService; key?: string; workflow_id?: string } = {},
): Promise<LiveTab> {
  const tabId = randomUUID();
  const stream = await openStream<LiveEvent>(at, '/api/v1/live', { tab_id: tabId, ...body }, key);
  const isOf =
    <Type extends LiveEvent['type']>(type: Type, is: (event: EventOf<Type>) => boolean) =>
    (event: LiveEvent): event is EventOf<Type> =>
      event.type === type && is(event as EventOf<Type>);
  await stream.until(events => events.length > 0);
  return {
    ...stream,
    tabId,
    async next(type, is = () => true) {
      const matches = isOf(type, is);
      const events = await stream.until(events => events.some(matches));
      return events.findLast(matches) ?? assert.fail();
    },
  };
}

const start = (person: Person, workflow_id: string) =>
  service.ask<Run>('/api/v3/workflow/run', { workflow_id }, person.key);
const setPresence = (person: Person, tab_id: string, workflow_id: string | null) =>
  service.ask('/api/v1/presence/set', { tab_id, workflow_id }, person.key);
const namesOf = ({ people }: EventOf<'presence'>) => people.map(({ name }) => name);

suite('a live stream', () => {
  test('tells of the runs of others in workflows that the user may change', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const workflow_id = await createWorkflow(service, done, ann.key, {
      sharing: [{ user_email: ben.email, write: true }],
    });
    const tab = await openTab(ben);
    const run = await start(ann, workflow_id);
    assert.equal((await tab.next('run', ({ run_id }) => run_id === run.id)).workflow_id, workflow_id);
    tab.leave();
  });

  test('says hello, how many approvals wait, and which runs of the user change', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const workflow_id = await createWorkflow(service, done, ann.key);
    const tabs = [await openTab(ann), await openTab(ann, { at: otherProcess })];
    const bensTab = await openTab(ben);
    const run = await start(ann, workflow_id);
    for (const tab of tabs) {
      assert.deepEqual(await tab.next('run', ({ status }) => status === 'success'), {
        type: 'run',
        run_id: run.id,
        workflow_id,
        status: 'success',
      });
      assert.deepEqual(await tab.next('approvals'), { type: 'approvals', waiting: 0 });
      tab.leave();
    }
    const bens = await start(ben, await createWorkflow(service, done, ben.key));
    await bensTab.next('run', ({ run_id }) => run_id === bens.id);
    const runs = (await bensTab.until(() => true)).filter(({ type }) => type === 'run');
    assert.equal(runs.length, 1);
    bensTab.leave();
  });

  test('follows the approvals that wait for the user', async () => {
    const ann = await service.person();
    const ask = chain(node('ask', 'human.approval', { title: 'Really?', assignees: [ann.email] }));
    const workflow_id = await createWorkflow(service, ask, ann.key);
    const tab = await openTab(ann, { at: otherProcess });
    // Its first look may come late.
    await tab.next('approvals', ({ waiting }) => waiting === 0);
    const run = await start(ann, workflow_id);
    await tab.next('approvals', ({ waiting }) => waiting === 1);
    await tab.next('run', ({ run_id, status }) => run_id === run.id && status === 'waiting');
    await service.ask('/api/v3/workflow/run/cancel', { run_id: run.id }, ann.key);
    await tab.next('run', ({ run_id, status }) => run_id === run.id && status === 'cancelled');
    const counts = (await tab.until(events => events.filter(({ type }) => type === 'approvals').length === 3)).flatMap(
      event => (event.type === 'approvals' ? [event.waiting] : []),
    );
    assert.deepEqual(counts, [0, 1, 0]);
    tab.leave();
  });

  test('follows how many notifications are unread', async () => {
    const ann = await service.person();
    const tab = await openTab(ann, { at: otherProcess });
    await tab.next('notifications', ({ unread }) => unread === 0);
    const tell = chain(node('ask', 'human.approval', { title: 'Really?', assignees: [ann.email] }));
    await start(ann, await createWorkflow(service, tell, ann.key));
    await tab.next('notifications', ({ unread }) => unread === 1);
    await service.ask('/api/v1/notification/read_all', { until: Date.now() + 60_000 }, ann.key);
    const counts = (
      await tab.until(events => events.filter(({ type }) => type === 'notifications').length === 3)
    ).flatMap(event => (event.type === 'notifications' ? [event.unread] : []));
    assert.deepEqual(counts, [0, 1, 0]);
    tab.leave();
  });

  test('tells those who may read a workflow that its draft was saved', async () => {
    const [ann, ben, cat, stranger] = [
      await service.person(),
      await service.person(),
      await service.person(),
      await service.person(),
    ];
    const group_id = await service.group([cat]);
    const workflow_id = await createWorkflow(service, done, ann.key, {
      sharing: [{ user_email: ben.email, write: true, scopes: {} }],
      group_sharing: [{ group_id, write: false, scopes: {} }],
    });
    const tabs = [await openTab(ann, { at: otherProcess }), await openTab(ben), await openTab(cat)];
    const strangers = await openTab(stranger);
    const save = (id: string, person: Person, value: string) =>
      service.ask('/api/v3/workflow/update', { id, definition: chain(node('done', 'output', { value })) }, person.key);
    await save(workflow_id, ben, 'changed');
    for (const tab of tabs) {
      const event = await tab.next('workflow', each => each.workflow_id === workflow_id && each.user_id === ben.id);
      assert.match(event.revision_id, /^[0-9a-f-]{36}$/);
      tab.leave();
    }
    const own = await createWorkflow(service, done, stranger.key);
    await save(own, stranger, 'mine');
    await strangers.next('workflow', each => each.workflow_id === own);
    const heard = (await strangers.until(() => true)).flatMap(each =>
      each.type === 'workflow' ? [each.workflow_id] : [],
    );
    assert.equal(heard.includes(workflow_id), false);
    strangers.leave();
  });

  test('is ended when its key is disabled, and others go on', async () => {
    const ann = await service.person();
    const key = await service.ask<{ id: string; key: string }>('/api/v1/key/create', {
      user_id: ann.id,
      name: 'tab',
      scopes: ['*'],
    });
    const tab = await openTab(ann, { key: key.key, at: otherProcess });
    const stays = await openTab(ann, { at: otherProcess });
    await service.ask('/api/v1/key/update', { id: key.id, enabled: false });
    const last = (await tab.rest()).at(-1);
    assert.deepEqual([last?.error?.status, last?.error?.detail], [401, 'API key is invalid']);
    const run = await start(ann, await createWorkflow(service, done, ann.key));
    await stays.next('run', ({ run_id }) => run_id === run.id);
    stays.leave();
  });
});

test('a stream ends in every process when its session ends', async () => {
  const password = 'a long enough password';
  const ann = await service.person({ password });
  const signIn = async () => {
    const { origin } = new URL(service.url);
    const headers = { 'content-type': 'application/json', origin };
    const body = JSON.stringify({ email: ann.email, password });
    const response = await fetch(`${service.url}/api/v1/session/create`, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
    return { cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', origin };
  };
  const [leaving, staying] = [await signIn(), await signIn()];
  const open = (at: TestService, { cookie }: { cookie: string }) =>
    openStream<LiveEvent>(at, '/api/v1/live', { tab_id: randomUUID() }, { cookie, origin: new URL(at.url).origin });
  const streams = [await open(service, leaving), await open(otherProcess, leaving)];
  const stays = await open(otherProcess, staying);
  const headers = { 'content-type': 'application/json', ...leaving };
  assert.equal((await service.send('/api/v1/session/delete', { headers, body: '{}' })).status, 200);
  for (const stream of streams) {
    const last = (await stream.rest()).at(-1);
    assert.deepEqual([last?.error?.status, last?.error?.detail], [401, 'The session has ended']);
  }
  const run = await start(ann, await createWorkflow(service, done, ann.key));
  await stays.until(events => events.some(event => event.type === 'run' && event.run_id === run.id));
  stays.leave();
});

suite('presence', () => {
  test('shows who has a workflow open, in every process, until they leave', async () => {
    const [ann, ben] = [await service.person({ name: 'Ann' }), await service.person({ name: 'Ben' })];
    const sharing = [{ user_email: ben.email, write: true, scopes: {} }];
    const workflow_id = await createWorkflow(service, done, ann.key, { sharing });
    const annsTab = await openTab(ann, { workflow_id });
    assert.deepEqual(await annsTab.next('presence'), {
      type: 'presence',
      workflow_id,
      people: [{ user_id: ann.id, name: 'Ann', tab_id: annsTab.tabId }],
    });
    const bensTab = await openTab(ben, { at: otherProcess });
    await setPresence(ben, bensTab.tabId, workflow_id);
    for (const tab of [annsTab, bensTab]) {
      assert.deepEqual(namesOf(await tab.next('presence', ({ people }) => people.length === 2)), ['Ann', 'Ben']);
    }
    await setPresence(ben, bensTab.tabId, null);
    await annsTab.until(events => {
      const last = events.findLast(event => event.type === 'presence');
      return events.filter(({ type }) => type === 'presence').length === 3 && last?.people.length === 1;
    });
    await setPresence(ben, bensTab.tabId, workflow_id);
    await annsTab.until(events => events.filter(({ type }) => type === 'presence').length === 4);
    bensTab.leave();
    const events = await annsTab.until(events => events.filter(({ type }) => type === 'presence').length === 5);
    const last = events.findLast(event => event.type === 'presence');
    assert.deepEqual(last && namesOf(last), ['Ann']);
    annsTab.leave();
  });

  test('needs access to the workflow', async () => {
    const [ann, ben] = [await service.person(), await service.person()];
    const workflow_id = await createWorkflow(service, done, ann.key);
    const tab_id = randomUUID();
    const denied = 'You do not have access to this workflow';
    await service.refuse(403, denied, '/api/v1/presence/set', { tab_id, workflow_id }, ben.key);
    await service.refuse(403, denied, '/api/v1/live', { tab_id, workflow_id }, ben.key);
    const unknown = { tab_id, workflow_id: randomUUID() };
    await service.refuse(404, 'Workflow not found', '/api/v1/presence/set', unknown, ann.key);
    const none = await service.person({ permissions: { workflow: 'none' } });
    const nowhere = { tab_id, workflow_id: null };
    await service.refuse(403, 'permission denied', '/api/v1/presence/set', nowhere, none.key);
  });

  test('ends when the access to the workflow ends', async () => {
    const [ann, ben] = [await service.person({ name: 'Ann' }), await service.person({ name: 'Ben' })];
    const sharing = [{ user_email: ben.email, write: false, scopes: {} }];
    const workflow_id = await createWorkflow(service, done, ann.key, { sharing });
    const annsTab = await openTab(ann, { workflow_id });
    const bensTab = await openTab(ben, { workflow_id });
    await annsTab.next('presence', ({ people }) => people.length === 2);
    await service.ask('/api/v3/workflow/update', { id: workflow_id, sharing: [] }, ann.key);
    const presences = (events: LiveEvent[]) => events.filter(event => event.type === 'presence');
    await annsTab.until(events => {
      const all = presences(events);
      return all.some(each => each.type === 'presence' && each.people.length === 2) && last(all) === 1;
    });
    annsTab.leave();
    bensTab.leave();

    function last(events: LiveEvent[]): number {
      const event = events.at(-1);
      return event?.type === 'presence' ? event.people.length : 0;
    }
  });
});

test('a process that stops ends its live streams', async () => {
  const tab = await openTab(await service.person(), { at: otherProcess });
  const stopped = otherProcess.stopService();
  const last = (await tab.rest()).at(-1);
  assert.deepEqual([last?.error?.status, last?.error?.detail], [503, 'the service is stopping']);
  await stopped;
});
