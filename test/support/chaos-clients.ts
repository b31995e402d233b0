/** The clients of a load. Each makes one request after the other at any of the services, and records the answers. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Approval } from '../../src/approvals/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { type Decider, type Decision, findWorkflowId, type Journal, type Load } from './chaos-load.ts';
import type { Ended } from './chaos-waiting.ts';
import type { Kind } from './chaos-workflows.ts';
import { FIRST_KEY } from './process.ts';

export interface ClientOptions {
  load: Load;
  journal: Journal;
  /** A number from 0 to 1. */
  random(): number;
  /** The addresses of the services. Some of them may be down. */
  urls(): readonly string[];
  /** The database, which may be down as well. */
  pool: pg.Pool;
  /** How long a client waits for an answer. */
  patienceMs?: number;
  /** Is told how every request ended that changes something. */
  onEnded?(ended: Ended): void;
}

export type Act = 'direct' | 'webhook' | 'record' | 'schedule' | 'approval' | 'round' | 'decide' | 'expire';

const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 200;
const APPROVAL = '/api/v3/workflow/approval';

export class Client {
  readonly #options: ClientOptions;
  readonly #name: string;
  #count = 0;

  constructor(name: string, options: ClientOptions) {
    this.#name = name;
    this.#options = options;
  }

  async work(acts: readonly Act[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const act = this.#pick(acts);
      if (act === 'direct' || act === 'approval' || act === 'round') await this.#run(act);
      else if (act === 'webhook') await this.#callWebhook();
      else if (act === 'record') await this.#createRecord();
      else if (act === 'schedule') await this.#fire();
      else if (act === 'decide') await this.decideSome();
      else await this.#letExpire();
      await delay(this.#options.random() * LONGEST_PAUSE_MS);
    }
  }

  /** Decides a pending approval. Sometimes two clients do so at once, and at most one of them may succeed. */
  async decideSome(): Promise<number> {
    const { load, random } = this.#options;
    const decider = this.#pick(load.deciders);
    const found = await this.#post(`${APPROVAL}/find`, { status: 'pending', limit_to: 200 }, { key: decider.key });
    const { items } = (found?.body ?? { items: [] }) as { items: Approval[] };
    if (items.length === 0) return 0;
    const approval = this.#pick(items);
    const others = random() < 0.2 ? load.deciders : [decider];
    await Promise.all(others.map(each => this.decide(approval, each)));
    return items.length;
  }

  async decide({ id, form_schema }: Pick<Approval, 'id' | 'form_schema'>, decider: Decider): Promise<void> {
    const { journal, random } = this.#options;
    const status = random() < 0.7 ? 'approved' : 'rejected';
    const decision: Decision = { status, comment: this.#next(), amount: this.#count, userId: decider.id };
    const tried = journal.approval(id);
    const isFirst = tried.decisions.length === 0 && !tried.mayExpire;
    tried.decisions.push(decision);
    const answer = await this.#post(
      `${APPROVAL}/decide`,
      {
        approval_id: id,
        decision: status === 'approved' ? 'approve' : 'reject',
        comment: decision.comment,
        ...(form_schema !== null && { data: { amount: decision.amount } }),
      },
      { key: decider.key, refusals: [422] },
    );
    if (answer?.status === 200) {
      if (tried.acknowledged) journal.problems.push(`approval ${id} was decided twice`);
      tried.acknowledged = decision;
    } else if (answer) {
      const text = JSON.stringify(answer.body);
      if (!/ already"|time to decide/.test(text) || (isFirst && tried.decisions.length === 1 && !tried.mayExpire)) {
        journal.problems.push(`a decision of approval ${id} was refused: ${text}`);
      }
    }
  }

  /**
   * Moves the deadline of an approval into the past. The job that expires approvals runs every minute, and is started
   * here.
   */
  async #letExpire(): Promise<void> {
    const { pool, load, journal } = this.#options;
    await this.#inDatabase(async () => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM approvals WHERE status = 'pending' AND workflow_id = $1 ORDER BY random() LIMIT 1`,
        [findWorkflowId(load, 'approval')],
      );
      const [approval] = rows;
      if (!approval) return;
      journal.approval(approval.id).mayExpire = true;
      const past = `UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1`;
      await pool.query(past, [approval.id]);
      await expireNow(pool);
    });
  }

  /** A client with a key repeats its request when it gets no answer. */
  async #run(kind: Kind & ('direct' | 'approval' | 'round')): Promise<void> {
    const { journal, load } = this.#options;
    const name = this.#next();
    const asked = journal.ask(kind, name);
    const body = { workflow_id: findWorkflowId(load, kind), input: { name } };
    const answer = await this.#insist(name, key =>
      this.#post('/api/v3/workflow/run', body, { key: FIRST_KEY, ...key }),
    );
    if (!answer) return;
    const run = answer.body as Run;
    asked.isAcknowledged = true;
    asked.runId = run.id;
    const expected = kind === 'direct' ? ['success'] : ['waiting', 'queued', 'running', 'success'];
    if (!expected.includes(run.status)) journal.problems.push(`${name} was answered ${run.status}: ${run.error}`);
  }

  async #callWebhook(): Promise<void> {
    const { journal, load } = this.#options;
    const name = this.#next();
    const asked = journal.ask('webhook', name);
    // Only some of the calls have a file.
    const content = `${name} `.repeat(Math.max(0, Math.floor(this.#options.random() * 800) - 400));
    const file = { name: `${name}.txt`, content_type: 'text/plain', data: Buffer.from(content).toString('base64') };
    if (content !== '') asked.content = content;
    const body = { name, ...(content !== '' && { file }) };
    const answer = await this.#insist(name, key => this.#post(load.hookPath, body, key));
    if (!answer) return;
    asked.isAcknowledged = true;
    asked.runId = (answer.body as { run_id: string }).run_id;
  }

  async #createRecord(): Promise<void> {
    const { journal, load } = this.#options;
    const name = this.#next();
    const asked = journal.ask('record', name);
    const body = { collection: 'orders', data: { name } };
    const headers = { 'panel-id': load.panelId };
    const endpoint = '/api/v3/booster/database/private/create';
    if (await this.#post(endpoint, body, { key: FIRST_KEY, headers })) asked.isAcknowledged = true;
  }

  /** Makes a schedule due before its time. */
  async #fire(): Promise<void> {
    const { pool, journal, random } = this.#options;
    await this.#inDatabase(async () => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM workflow_triggers WHERE next_run_at > now() + interval '1 hour' ORDER BY id`,
      );
      if (rows.length === 0) return;
      const { id } = this.#pick(rows);
      // Each time is in another millisecond, so that it can serve as the name of its run.
      let time = Date.now() - Math.floor(random() * 1000);
      while (journal.asked.has(`schedule-${time}`)) time--;
      const asked = journal.ask('schedule', `schedule-${time}`);
      const { rowCount } = await pool.query(
        `UPDATE workflow_triggers SET next_run_at = $2 WHERE id = $1 AND next_run_at > now() + interval '1 hour'`,
        [id, new Date(time)],
      );
      if (rowCount === 1) asked.isAcknowledged = true;
      else journal.asked.delete(asked.name);
    });
  }

  async #inDatabase(act: () => Promise<void>): Promise<void> {
    await act().catch(() => {
      this.#options.journal.unanswered++;
    });
  }

  /** Half of the requests have a key. */
  async #insist(
    name: string,
    ask: (key: { headers?: Record<string, string> }) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    if (this.#options.random() < 0.5) return ask({});
    for (let attempt = 0; attempt < 100; attempt++) {
      const answer = await ask({ headers: { 'idempotency-key': name } });
      if (answer) return answer;
      await delay(LONGEST_PAUSE_MS);
    }
    return undefined;
  }

  /** Returns undefined when there was no answer, or only one that reports a temporary problem. */
  async #post(
    endpoint: string,
    body: object,
    { key, headers = {}, refusals = [] }: { key?: string; headers?: Record<string, string>; refusals?: number[] } = {},
  ): Promise<Answer | undefined> {
    const { journal, urls, onEnded, patienceMs = PATIENCE_MS } = this.#options;
    const begunAt = performance.now();
    let answered: number | undefined;
    try {
      const response = await fetch(this.#pick(urls()) + endpoint, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(key !== undefined && { 'uni-api-key': key }), ...headers },
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await response.text();
      const { status } = response;
      answered = status;
      if (status === 200 || refusals.includes(status)) return { status, body: JSON.parse(text) };
      if (status !== 503) journal.problems.push(`${endpoint.slice(0, 40)} was answered ${status}: ${text}`);
    } catch {
      // The service that should have answered is down.
    } finally {
      if (!endpoint.endsWith('/find')) onEnded?.({ begunAt, endedAt: performance.now(), status: answered });
    }
    journal.unanswered++;
    return undefined;
  }

  #next(): string {
    return `${this.#name}-${++this.#count}`;
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.#options.random() * values.length)];
    if (value === undefined) throw new Error('there is none');
    return value;
  }
}

interface Answer {
  status: number;
  body: unknown;
}

/** Expires approvals at once instead of at the next minute. */
export async function expireNow(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE job_schedules SET next_at = now() WHERE kind = 'approvals.expire'`);
}
