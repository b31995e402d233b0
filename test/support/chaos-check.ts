/** Checks what must be true at the end of a load, whatever disturbed it. */
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Decision, Journal, Load } from './chaos-load.ts';
import { type Kind, nameIn, ROUND } from './chaos-workflows.ts';
import type { SeenRequest } from './outside.ts';

interface RunRow {
  id: string;
  workflow_id: string;
  status: string;
  error: string;
  input: string;
  output: string;
  interruptions: number;
}

interface ApprovalRow {
  id: string;
  workflow_id: string;
  run_id: string;
  iteration: number[];
  status: 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled';
  decision_data: unknown;
  comment: string;
  decided_by: { id: string } | null;
  decided_at: Date | null;
}

export interface CheckOptions {
  load: Load;
  journal: Journal;
  pool: pg.Pool;
  /** The address of a service that answers. */
  url: string;
}

/** Describes everything that is not as it must be. */
export async function findDifferences(options: CheckOptions): Promise<string[]> {
  const check = new Check(options);
  await check.read();
  check.runs();
  check.requests();
  check.approvals();
  await check.records();
  await check.files();
  await check.notifications();
  await check.leftovers();
  return [...options.journal.problems, ...check.differences];
}

class Check {
  readonly differences: string[] = [];
  readonly #options: CheckOptions;
  readonly #runs = new Map<string, RunRow>();
  readonly #approvals = new Map<string, ApprovalRow[]>();
  readonly #seen: Map<string, SeenRequest[]>;
  /** The paths of the requests that the runs had to send. */
  readonly #expected = new Set<string>();

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#seen = Map.groupBy(options.load.outside.seen, ({ path }) => path);
  }

  async read(): Promise<void> {
    const { pool } = this.#options;
    const { rows: approvals } = await pool.query<ApprovalRow>('SELECT * FROM approvals');
    for (const [runId, rows] of Map.groupBy(approvals, ({ run_id }) => run_id)) this.#approvals.set(runId, rows);
    // Other users of the service have their own part in the load, so their runs are not checked here.
    const { rows: runs } = await pool.query<RunRow>('SELECT * FROM runs WHERE workflow_id = ANY ($1::uuid[])', [
      [...this.#options.load.kinds.keys()],
    ]);
    for (const run of runs) {
      const name = nameIn(JSON.parse(run.input));
      const other = this.#runs.get(name);
      if (other) this.#report(`${name} has two runs: ${other.id} and ${run.id}`);
      this.#runs.set(name, run);
    }
  }

  /** Every acknowledged request has exactly one run, with the right result. */
  runs(): void {
    const { journal, load } = this.#options;
    for (const { name, isAcknowledged, runId } of journal.asked.values()) {
      const run = this.#runs.get(name);
      if (isAcknowledged && !run) this.#report(`${name} was acknowledged, and has no run`);
      if (runId !== undefined && run && run.id !== runId)
        this.#report(`${name} was told of run ${runId}, not ${run.id}`);
    }
    for (const [name, run] of this.#runs) {
      const kind = load.kinds.get(run.workflow_id);
      if (journal.asked.get(name)?.kind !== kind) this.#report(`run ${run.id} of ${name}: nobody asked for it`);
      if (run.status !== 'success') this.#report(`run ${run.id} of ${name} is ${run.status}: ${run.error}`);
      else if (kind) this.#result(kind, name, run);
    }
  }

  #result(kind: Kind, name: string, run: RunRow): void {
    const output = JSON.parse(run.output);
    const approvals = this.#approvals.get(run.id) ?? [];
    const expected = kind === 'approval' ? 1 : kind === 'round' ? ROUND : 0;
    if (approvals.length !== expected) this.#report(`${name} has ${approvals.length} approvals`);
    else if (kind === 'approval') for (const approval of approvals) this.#resultOfApproval(name, run, output, approval);
    else if (kind === 'round') this.#resultOfRound(name, run, output, approvals);
    else this.#resultOfChain(name, run, output);
  }

  #resultOfChain(name: string, run: RunRow, output: Record<string, unknown>): void {
    const { first, second, file } = output;
    this.#same(output, { name, first, second, ...(file !== undefined && { file }) }, `what ${name} gave`);
    this.#gives(name, this.#effect(name, run, 'first', { name }), first);
    this.#gives(name, this.#effect(name, run, 'second', { first }), second);
  }

  #resultOfApproval(name: string, run: RunRow, output: Record<string, unknown>, approval: ApprovalRow): void {
    const branch = approval.status === 'expired' ? 'timeout' : approval.status;
    const answer = toAnswer(approval);
    this.#same(output, { name, branch, answer, told: output.told }, `what ${name} gave`);
    this.#gives(name, this.#effect(name, run, branch, { answer }), output.told);
    const { beside } = JSON.parse(this.#seen.get(`/${name}/behind`)?.[0]?.body ?? '{}');
    this.#gives(name, this.#effect(name, run, 'beside', {}), beside);
    this.#effect(name, run, 'behind', { beside });
  }

  #resultOfRound(name: string, run: RunRow, output: Record<string, unknown>, approvals: ApprovalRow[]): void {
    const inOrder = approvals.toSorted((one, other) => (one.iteration[0] ?? 0) - (other.iteration[0] ?? 0));
    const results = inOrder.map(toAnswer);
    this.#same(output, { name, results, last: output.last }, `what ${name} gave`);
    for (const [index, answer] of results.entries()) {
      if (answer.decision === 'approved') this.#effect(name, run, `approved-${index}`, { answer });
    }
    this.#gives(name, this.#effect(name, run, 'last', { results }), output.last);
  }

  /**
   * Returns the answers to an effect. The effect must have been requested at least once, always with the same key and
   * the same body, because every attempt must see the saved outputs of the earlier steps.
   */
  #effect(name: string, run: RunRow, step: string, body: object): string[] {
    const path = `/${name}/${step}`;
    this.#expected.add(path);
    const requests = this.#seen.get(path) ?? [];
    if (requests.length === 0) this.#report(`${path} was not seen`);
    if (requests.length > 1 && run.interruptions === 0) {
      this.#report(`${path} was seen ${requests.length} times, although nobody died`);
    }
    for (const { key, body: sent } of requests) {
      if (key !== `${run.id}-${step}`) this.#report(`${path} was seen with the key ${key}, its run is ${run.id}`);
      this.#same(JSON.parse(sent), body, `what ${path} was sent`);
    }
    return requests.map(({ nonce }) => nonce);
  }

  #gives(name: string, answers: string[], given: unknown): void {
    if (!answers.includes(String(given))) this.#report(`${name} gave ${given}, which is none of ${answers}`);
  }

  /** Every request that was seen belongs to a run. */
  requests(): void {
    for (const path of this.#seen.keys()) {
      const run = this.#runs.get(path.split('/')[1] ?? '');
      if (!run) this.#report(`${path} was seen, and has no run`);
      else if (run.status === 'success' && !this.#expected.has(path)) this.#report(`${path} should not have been seen`);
    }
  }

  /**
   * An acknowledged decision is final. Where no client got an answer, the outcome is one of those that were attempted.
   */
  approvals(): void {
    const { journal } = this.#options;
    const rows = [...this.#approvals.values()].flat();
    for (const row of rows) {
      const { decisions, acknowledged, mayExpire } = journal.approval(row.id);
      const isAs = (decision: Decision) =>
        row.status === decision.status &&
        row.comment === decision.comment &&
        row.decided_by?.id === decision.userId &&
        // A rejection fills in no form, and the approvals of a round have none.
        isDeepStrictEqual(row.decision_data, this.#isFilledIn(row) ? { amount: decision.amount } : {});
      if (acknowledged ? isAs(acknowledged) : decisions.some(isAs)) continue;
      if (row.status === 'expired' && mayExpire && !acknowledged) continue;
      this.#report(
        `approval ${row.id} is ${JSON.stringify(row)}, decided was ${JSON.stringify({ acknowledged, decisions })}`,
      );
    }
    const ids = new Set(rows.map(({ id }) => id));
    for (const [id, { acknowledged }] of journal.approvals) {
      if (acknowledged && !ids.has(id)) this.#report(`approval ${id} was decided, and is gone`);
    }
  }

  #isFilledIn({ status, workflow_id }: ApprovalRow): boolean {
    return status === 'approved' && this.#options.load.kinds.get(workflow_id) === 'approval';
  }

  /** Every stored record started its run, and no other record did. */
  async records(): Promise<void> {
    const { pool, load } = this.#options;
    const { rows } = await pool.query<{ name: string }>(`SELECT data ->> 'name' AS name FROM booster_records`);
    const started = [...this.#runs].filter(([, { workflow_id }]) => load.kinds.get(workflow_id) === 'record');
    const names = rows.map(({ name }) => name).toSorted();
    this.#same(started.map(([name]) => name).toSorted(), names, 'what records started');
  }

  /** Every webhook call has its file with the right bytes, there are no other files, and the account counts them. */
  async files(): Promise<void> {
    const { pool, url, journal } = this.#options;
    const { rows } = await pool.query<{ id: string; secret: string; run_id: string }>(
      'SELECT id, secret, run_id FROM files',
    );
    const names = new Map([...this.#runs].map(([name, { id }]) => [id, name]));
    const found = Map.groupBy(rows, ({ run_id }) => names.get(run_id) ?? '');
    for (const name of found.keys())
      if (!this.#runs.has(name)) this.#report(`files of no run: ${found.get(name)?.length}`);
    for (const { name, content } of journal.asked.values()) {
      if (!this.#runs.has(name)) continue;
      const files = found.get(name) ?? [];
      if (files.length !== (content === undefined ? 0 : 1)) this.#report(`${name} has ${files.length} files`);
      const [file] = files;
      if (!file) continue;
      const response = await fetch(`${url}/file?id=${file.id}&secret=${file.secret}`);
      if ((await response.text()) !== content) this.#report(`the file of ${name} has other bytes: ${response.status}`);
    }
    const { rows: wrong } = await pool.query(
      `SELECT name, storage_used, stored, reserved FROM (
         SELECT id, NULL AS organization_id, email AS name, storage_used FROM users
         UNION ALL SELECT NULL, id, name, storage_used FROM organizations
       ) AS accounts,
         LATERAL (SELECT coalesce(sum(size), 0) AS stored FROM files WHERE CASE WHEN files.organization_id IS NULL
           THEN user_id = accounts.id ELSE files.organization_id = accounts.organization_id END) AS files,
         LATERAL (SELECT coalesce(sum(amount), 0) AS reserved FROM reservations
           WHERE user_id = accounts.id OR reservations.organization_id = accounts.organization_id) AS reservations
       WHERE storage_used <> stored + reserved`,
    );
    for (const each of wrong) this.#report(`an account is counted wrong: ${JSON.stringify(each)}`);
  }

  /** Every possible decider was notified exactly once of each approval. The neighbour hears of failed runs as well. */
  async notifications(): Promise<void> {
    const { pool, load } = this.#options;
    const { rows } = await pool.query<{ event: string; users: string[] }>(
      `SELECT event, array_agg(user_id ORDER BY user_id) AS users FROM notifications
       WHERE event LIKE 'approval:%' GROUP BY event`,
    );
    const users = load.deciders.map(({ id }) => id).toSorted();
    const expected = [...this.#approvals.values()].flat().map(({ id }) => [`approval:${id}`, users] as const);
    this.#same(
      Object.fromEntries(rows.map(row => [row.event, row.users])),
      Object.fromEntries(expected),
      'who was told of approvals',
    );
  }

  async leftovers(): Promise<void> {
    const { pool } = this.#options;
    const { rows } = await pool.query(
      `SELECT 'run ' || status AS what, count(*) FROM runs WHERE status NOT IN ('success', 'failed', 'cancelled') GROUP BY 1
       UNION ALL SELECT 'pending approval', count(*) FROM approvals WHERE status = 'pending'
       UNION ALL SELECT 'saved step', count(*) FROM run_steps JOIN runs ON runs.id = run_id AND status = 'success'
       UNION ALL SELECT 'event', count(*) FROM booster_events WHERE starts_runs`,
    );
    for (const { what, count } of rows) if (Number(count) > 0) this.#report(`left over: ${what} ${count}`);
  }

  #same(actual: unknown, expected: unknown, what: string): void {
    if (isDeepStrictEqual(actual, expected)) return;
    this.#report(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
  }

  #report(difference: string): void {
    this.differences.push(difference);
  }
}

/** The decision as the later steps see it. */
function toAnswer({ id, status, decision_data, comment, decided_by, decided_at }: ApprovalRow) {
  return {
    decision: status,
    data: decision_data,
    comment,
    decided_by,
    decided_at: decided_at?.getTime() ?? null,
    approval_id: id,
  };
}
