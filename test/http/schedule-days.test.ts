/** Schedules that fire only on some days: publishing, previews, firing and backfills, with holidays from a variable or a file. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import type { BatchCount } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { replanSchedules } from '../../src/triggers/schedules/replanning.ts';
import type { SavedVariable } from '../../src/variables/schemas.ts';
import type { Publication } from '../../src/workflows/console-schemas.ts';
import { HolidayReader } from '../../src/workflows/schedule-holidays.ts';
import type { Deployment, Workflow } from '../../src/workflows/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { MEGABYTE } from '../support/hostile-texts.ts';
import { createWorkflow, readResult } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { makePanel } from './booster-panels.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const { log, lines } = memoryLog();
const service = await testService({ HEDDLE_RATE_LIMITS: 'off' }, { log });
const { database } = service.service.system;
const { signal } = new AbortController();
const reader = new HolidayReader(service.service.system.blobs);

interface Preview {
  valid: boolean;
  error: string;
  next_runs: number[];
}

const DAY = 86_400_000;
const PREVIEW = '/api/v1/schedule/preview';
const FRIDAY = Date.UTC(2026, 0, 2);

const ask = <Answer>({ key }: Person, path: string, body: unknown = {}) => service.ask<Answer>(path, body, key);
const preview = (person: Person, body: object) => ask<Preview>(person, PREVIEW, body);

function define(params: object): Definition {
  return {
    nodes: [
      node('clock', 'trigger.schedule', { cron: '0 9 * * *', ...params }),
      node('done', 'output', { value: '{{ input.scheduled_at }}' }),
    ],
    edges: [edge('clock', 'done')],
  };
}

async function publish(person: Person, params: object): Promise<{ id: string; nextRun: number | null }> {
  const workflow_id = await createWorkflow(service, define(params), person.key, { name: 'Payroll' });
  const { triggers } = await ask<Deployment>(person, '/api/v3/workflow/publish', { workflow_id });
  return { id: workflow_id, nextRun: triggers[0]?.next_run_at ?? null };
}

const setHolidays = (person: Person, value: unknown, more: object = {}) => {
  const type = typeof value === 'string' ? 'text' : 'json';
  return ask<SavedVariable>(person, '/api/v1/variable/create', { name: 'holidays', type, value, ...more });
};

const holidays = { holidays: 'vars.holidays' };
const tomorrow = (days = 1) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
/** The dates from yesterday on. */
const everyDay = (days: number) => Array.from({ length: days + 1 }, (_, index) => tomorrow(index - 1));
const dateOf = (ms: number | null | undefined) => new Date(ms ?? Number.NaN).toISOString().slice(0, 10);

async function readNext(person: Person, workflow_id: string): Promise<number | null> {
  const { triggers } = await ask<Deployment>(person, '/api/v3/workflow/deployment', { workflow_id });
  return triggers[0]?.next_run_at ?? null;
}

async function makeDue(workflowId: string, agoMs = 0): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    UPDATE workflow_triggers SET next_run_at = now() - make_interval(secs => ${agoMs / 1000})
    WHERE workflow_id = ${workflowId} RETURNING next_run_at AS at`.execute(database.query);
  return rows[0]?.at.getTime() ?? Number.NaN;
}

const findRuns = (person: Person, workflow_id: string) =>
  ask<Run[]>(person, '/api/v3/workflow/runs/find', { filters: [['workflow_id', '==', workflow_id]] });

/** Waits until the schedule has been planned again, and returns the times of its runs. */
async function waitUntilFired(person: Person, workflowId: string): Promise<unknown[]> {
  await poll(async () => ((await readNext(person, workflowId)) ?? 0) > Date.now() || undefined);
  const runs = await poll(async () => {
    const runs = await findRuns(person, workflowId);
    return runs.every(({ status }) => status === 'success') ? runs : undefined;
  });
  return runs.map(readResult);
}

suite('the preview of a schedule with days', { concurrency: true }, async () => {
  const ann = await service.person();

  test('has the next ten times', async () => {
    const from = '2099-01-02';
    const { valid, error, next_runs } = await preview(ann, {
      cron: '0 9 * * 5',
      timezone: 'Europe/Berlin',
      days: { every: 2, unit: 'weeks', from },
    });
    assert.deepEqual([valid, error, next_runs.length], [true, '', 10]);
    assert.deepEqual(next_runs.slice(0, 2).map(dateOf), [from, '2099-01-16']);
  });

  test('is that of a schedule without days if there are none', async () => {
    const cron = '0 9 * * 5';
    const plain = await ask<Preview>(ann, '/api/v3/workflow/schedule/preview', { cron });
    assert.deepEqual(await preview(ann, { cron }), plain);
    assert.deepEqual(await preview(ann, { cron, days: {} }), plain);
  });

  test('leaves out the holidays of the caller, or of a workflow', async () => {
    const bob = await service.person();
    const variable = await setHolidays(bob, everyDay(3).join('\n'));
    const asked = { cron: '0 9 * * *', days: holidays };
    assert.equal(dateOf((await preview(bob, asked)).next_runs[0]), tomorrow(3));
    const { id } = await publish(bob, { days: holidays });
    await ask(bob, '/api/v1/variable/override', { workflow_id: id, name: 'holidays', value: everyDay(5).join('\n') });
    assert.equal(dateOf((await preview(bob, { ...asked, workflow_id: id })).next_runs[0]), tomorrow(5));
    await ask(bob, '/api/v1/variable/delete', { id: variable.id });
    assert.deepEqual(await preview(bob, asked), {
      valid: false,
      error: "there is no variable 'holidays' with holidays",
      next_runs: [],
    });
    // Times tell what the variable holds.
    const carl = await service.person();
    const stranger = { ...asked, workflow_id: id };
    const refused = 'You do not have access to this workflow';
    await service.refuse(403, refused, PREVIEW, stranger, carl.key);
    await ask(bob, '/api/v3/workflow/update', { id, sharing: [{ user_email: carl.email, write: false }] });
    await service.refuse(403, refused, PREVIEW, stranger, carl.key);
    assert.equal((await preview(carl, { cron: '0 9 * * *', workflow_id: id })).next_runs.length, 10);
  });

  test('says what is wrong', async () => {
    const error = async (days: object) => (await preview(ann, { cron: '0 9 * * *', days })).error;
    assert.equal(await error({ every: 2 }), "'days' needs 'every', 'unit' and 'from' together");
    assert.equal(
      await error({ every: 2, unit: 'days', from: 'soon' }),
      "'from' in 'days' must be a date such as 2026-01-31, not 'soon'",
    );
    assert.equal(
      await error({ holidays: MEGABYTE }),
      "'holidays' in 'days' must name a variable, such as vars.holidays, or a file, such as panel:<id>/holidays.ics",
    );
    const wrong = { cron: '0 9 * * *', days: { every: 0, weekday: 'friday' } };
    assert.equal((await service.call(PREVIEW, wrong, ann.key)).status, 422);
  });
});

suite('publishing a schedule with days', { concurrency: true }, () => {
  test('plans its first time, and shows its next ones before', async () => {
    const ann = await service.person();
    const params = { cron: '0 9 * * 5', days: { every: 2, unit: 'weeks', from: '2099-01-02' } };
    const workflow_id = await createWorkflow(service, define(params), ann.key);
    const { schedules } = await ask<Publication>(ann, '/api/v1/workflow/publication', { workflow_id });
    assert.deepEqual(schedules[0]?.next_runs.slice(0, 2).map(dateOf), ['2099-01-02', '2099-01-16']);
    const { nextRun } = await publish(ann, params);
    assert.equal(nextRun, Date.UTC(2099, 0, 2, 9));
  });

  test('leaves out holidays, and is refused while they can not be read', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, define({ days: holidays }), ann.key);
    const refuse = async (problem: string) => {
      const detail = `The workflow is not valid: Step 'clock': ${problem}`;
      await service.refuse(422, detail, '/api/v3/workflow/publish', { workflow_id }, ann.key);
      const { schedules } = await ask<Publication>(ann, '/api/v1/workflow/publication', { workflow_id });
      assert.deepEqual(schedules[0]?.error, problem);
    };
    const validate = async () => {
      const { issues } = await ask<{ issues: { message: string }[] }>(ann, '/api/v3/workflow/validate', {
        workflow_id,
      });
      return issues.map(({ message }) => message);
    };
    await refuse("there is no variable 'holidays' with holidays");
    assert.deepEqual(await validate(), ["Step 'clock' uses 'vars.holidays', which does not exist"]);
    const { id } = await setHolidays(ann, ['2026-12-25', '25.12.2026']);
    assert.deepEqual(await validate(), []);
    await refuse("'vars.holidays' has '25.12.2026' where a date such as 2026-12-25 must be");
    await ask(ann, '/api/v1/variable/update', { id, value: { dates: [] } });
    await refuse("'vars.holidays' must be a list of dates, or a text with one on each line");
    await ask(ann, '/api/v1/variable/update', { id, value: everyDay(4) });
    const { triggers } = await ask<Deployment>(ann, '/api/v3/workflow/publish', { workflow_id });
    assert.equal(dateOf(triggers[0]?.next_run_at), tomorrow(4));
    // The page of the variable lists it.
    const { workflows } = await ask<{ workflows: { id: string }[] }>(ann, '/api/v1/variable/get', { id });
    assert.deepEqual(
      workflows.map(workflow => workflow.id),
      [workflow_id],
    );
    // The same holds when it is turned on again.
    await ask(ann, '/api/v3/workflow/activate', { workflow_id, active: false });
    await ask(ann, '/api/v1/variable/update', { id, value: ['x'] });
    await service.refuse(
      422,
      "The workflow is not valid: Step 'clock': 'vars.holidays' has 'x' where a date such as 2026-12-25 must be",
      '/api/v3/workflow/activate',
      { workflow_id, active: true },
      ann.key,
    );
    await ask(ann, '/api/v3/workflow/activate', { workflow_id, active: false });
  });

  test('is refused with what is wrong with the days', async () => {
    const ann = await service.person();
    const refuse = async (days: unknown, problem: string) => {
      const workflow_id = await createWorkflow(service, define({ days }), ann.key);
      const detail = `The workflow is not valid: Step 'clock': ${problem}`;
      await service.refuse(422, detail, '/api/v3/workflow/publish', { workflow_id }, ann.key);
    };
    await refuse({ nth: 0 }, "'nth' in 'days' counts from 1, or from -1 for the last day");
    await refuse({ every: 2, unit: 'weeks' }, "'days' needs 'every', 'unit' and 'from' together");
    await refuse({ last: true }, "'days.last' is not known");
    await refuse('friday', "'days' must be an object");
  });

  test('exports, imports and copies the days', async () => {
    const ann = await service.person();
    const days = { nth: -1, ...holidays };
    const id = await createWorkflow(service, define({ days }), ann.key);
    const document = await ask<object>(ann, '/api/v3/workflow/export', { workflow_id: id });
    assert.deepEqual(JSON.stringify(document).includes(JSON.stringify(days)), true);
    for (const [path, body] of [
      ['import', { data: document }],
      ['copy', { workflow_id: id }],
    ] as const) {
      const { workflow } = await ask<{ workflow: Workflow }>(ann, `/api/v3/workflow/${path}`, body);
      assert.equal(JSON.stringify(workflow).includes(JSON.stringify(days)), true, path);
    }
  });
});

suite('a schedule with holidays', { concurrency: true }, () => {
  test('follows changes of the variable without being published again', async () => {
    const ann = await service.person();
    const { id } = await setHolidays(ann, []);
    const far = { cron: '0 0 * * *', timezone: 'Pacific/Kiritimati', days: holidays };
    const workflow = await publish(ann, far);
    const before = workflow.nextRun;
    await ask(ann, '/api/v1/variable/update', { id, value: everyDay(9) });
    await replanSchedules(database.query, reader, signal);
    const later = await readNext(ann, workflow.id);
    assert.ok(later !== null && later > (before ?? 0) + 5 * DAY);
    await ask(ann, '/api/v1/variable/update', { id, value: [] });
    await replanSchedules(database.query, reader, signal);
    assert.equal(await readNext(ann, workflow.id), before);
    await ask(ann, '/api/v1/variable/update', { id, value: 'nonsense' });
    await replanSchedules(database.query, reader, signal);
    assert.equal(await readNext(ann, workflow.id), before);
    await ask(ann, '/api/v3/workflow/activate', { workflow_id: workflow.id, active: false });
    await replanSchedules(database.query, reader, signal);
    assert.equal(await readNext(ann, workflow.id), null);
  });

  test('reads them from a file of a panel, and follows it', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const panel = await makePanel(service, ann, { secret: { read: 'none' } });
    const save = (content: string, path = 'lists/off.ics') => panel.upload({ path, overwrite: 'true' }, { content });
    const ofFile = (path = 'lists/off.ics') => ({ days: { holidays: `panel:${panel.id}/${path}` } });
    const refuse = async (person: Person, path: string, problem: string) => {
      const workflow_id = await createWorkflow(service, define(ofFile(path)), person.key);
      const detail = `The workflow is not valid: Step 'clock': ${problem}`;
      await service.refuse(422, detail, '/api/v3/workflow/publish', { workflow_id }, person.key);
    };
    const missing = (path: string) =>
      `there is no file '${path}' with holidays that the creator of the workflow may read`;
    await refuse(ann, 'lists/off.ics', missing('lists/off.ics'));
    await save('secret plans\n');
    await refuse(ann, 'lists/off.ics', "the file 'lists/off.ics' has no date such as 2026-12-25 in line 1");
    await refuse(bob, 'lists/off.ics', missing('lists/off.ics'));
    await save('2026-12-25', 'secret/off.txt');
    await refuse(ann, 'secret/off.txt', missing('secret/off.txt'));
    await save('x'.repeat(2 ** 20 + 1));
    await refuse(
      ann,
      'lists/off.ics',
      "the file 'lists/off.ics' is larger than the 1 MB that a list of holidays may have",
    );
    const calendar = (dates: string[]) =>
      `BEGIN:VCALENDAR\r\n${dates
        .map(date => `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${date.replaceAll('-', '')}\r\nEND:VEVENT\r\n`)
        .join('')}END:VCALENDAR\r\n`;
    await save(calendar(everyDay(4)));
    const { days } = ofFile();
    const workflow = await publish(ann, { days });
    assert.equal(dateOf(workflow.nextRun), tomorrow(4));
    const asked = { cron: '0 9 * * *', days };
    assert.equal(dateOf((await preview(ann, asked)).next_runs[0]), tomorrow(4));
    assert.equal((await preview(bob, asked)).error, missing('lists/off.ics'));
    await save(calendar(everyDay(7)));
    await replanSchedules(database.query, reader, signal);
    assert.equal(dateOf(await readNext(ann, workflow.id)), tomorrow(7));
    await makeDue(workflow.id);
    assert.deepEqual(await waitUntilFired(ann, workflow.id), []);
  });

  test('that leave no time at all does not stop for ever', async () => {
    const ann = await service.person();
    const year = new Date().getUTCFullYear();
    const { id } = await setHolidays(
      ann,
      Array.from({ length: 45 }, (_, index) => `${year + index}-12-25`),
    );
    const christmas = { cron: '0 9 25 12 *', days: holidays };
    assert.deepEqual(await preview(ann, christmas), { valid: true, error: '', next_runs: [] });
    const workflow = await publish(ann, christmas);
    assert.match(dateOf(workflow.nextRun), /-12-25$/);
    await makeDue(workflow.id);
    assert.deepEqual(await waitUntilFired(ann, workflow.id), []);
    assert.equal(await readNext(ann, workflow.id), workflow.nextRun);
    await ask(ann, '/api/v1/variable/update', { id, value: [`${year}-12-25`, `${year + 1}-12-25`] });
    await replanSchedules(database.query, reader, signal);
    assert.equal(await readNext(ann, workflow.id), Date.UTC(year + 2, 11, 25, 9));
  });

  test('starts no run on a day that has become a holiday, and one on any other', async () => {
    const ann = await service.person();
    const { id } = await setHolidays(ann, []);
    const workflow = await publish(ann, { days: holidays });
    const scheduled = await makeDue(workflow.id);
    assert.deepEqual(await waitUntilFired(ann, workflow.id), [scheduled]);
    // Around midnight, the present day may be yesterday or tomorrow.
    await ask(ann, '/api/v1/variable/update', { id, value: everyDay(2) });
    await makeDue(workflow.id);
    assert.deepEqual(await waitUntilFired(ann, workflow.id), [scheduled]);
    assert.equal(dateOf(await readNext(ann, workflow.id)) >= tomorrow(2), true);
    const missed = lines().filter(({ msg, workflow: of }) => msg === 'a schedule was missed' && of === workflow.id);
    assert.deepEqual(missed, []);
  });

  test('makes up only for missed times that are no holidays', async () => {
    const ann = await service.person();
    const midnight = Math.floor(Date.now() / DAY) * DAY;
    await setHolidays(ann, [dateOf(midnight - 4 * DAY), dateOf(midnight - 3 * DAY)]);
    const workflow = await publish(ann, { cron: '30 12 * * *', missed: 'once', days: holidays });
    await makeDue(workflow.id, Date.now() - (midnight - 4 * DAY) - 45_000_000);
    assert.deepEqual(await waitUntilFired(ann, workflow.id), [midnight - 2 * DAY + 45_000_000]);
  });

  test('runs as if there were none while they can not be read, and tells the user once a day', async () => {
    const ann = await service.person();
    const { id } = await setHolidays(ann, []);
    const workflow = await publish(ann, { days: holidays });
    await ask(ann, '/api/v1/variable/delete', { id });
    const first = await makeDue(workflow.id);
    assert.deepEqual(await waitUntilFired(ann, workflow.id), [first]);
    await makeDue(workflow.id);
    assert.equal((await waitUntilFired(ann, workflow.id)).length, 2);
    const found = await ask<{ title: string; text: string }[]>(ann, '/api/v1/notification/find', {
      filters: [['kind', '==', 'schedule_holidays']],
    });
    assert.deepEqual(
      found.map(({ title, text }) => [title, text.replaceAll('\\', '')]),
      [
        [
          "The workflow 'Payroll' does not know its holidays",
          "The schedule 'clock' of the workflow 'Payroll' runs as if there were no holidays: there is no variable " +
            "'holidays' with holidays. It takes them into account again as soon as the variable has dates.",
        ],
      ],
    );
    const logged = lines().filter(({ workflow: of }) => of === workflow.id);
    assert.ok(logged.some(({ msg }) => msg === 'the holidays of a schedule can not be read'));
  });

  test('does not see the variables of somebody else', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    await setHolidays(bob, everyDay(9));
    const workflow_id = await createWorkflow(service, define({ days: holidays }), ann.key);
    await service.refuse(
      422,
      "The workflow is not valid: Step 'clock': there is no variable 'holidays' with holidays",
      '/api/v3/workflow/publish',
      { workflow_id },
      ann.key,
    );
  });
});

test('a backfill has only the days of the schedule', async () => {
  const ann = await service.person();
  const { id } = await setHolidays(ann, ['2026-01-30']);
  const days = { every: 2, unit: 'weeks', from: '2026-01-02', ...holidays };
  const workflow = await publish(ann, { cron: '0 9 * * 5', days });
  const range = { workflow_id: workflow.id, node_id: 'clock', from: FRIDAY, to: FRIDAY + 50 * DAY, dry_run: true };
  // 2, 16 and 30 January, and 13 February, without the holiday.
  assert.equal((await ask<BatchCount>(ann, '/api/v1/schedule/backfill', range)).count, 3);
  await ask(ann, '/api/v1/variable/delete', { id });
  await service.refuse(
    422,
    "The workflow is not valid: Step 'clock': there is no variable 'holidays' with holidays",
    '/api/v1/schedule/backfill',
    range,
    ann.key,
  );
});
