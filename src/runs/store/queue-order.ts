/**
 * Which queued runs are claimed next: fairly between the users who have runs waiting, and between the workflows of
 * each. Within a workflow the oldest come first.
 *
 * A claim walks through the users as on a ring, from behind the one who was served last, by an index that it reads at
 * one place per user; in the same way through the workflows of each user. It plans by those numbers alone how many runs
 * of which workflow to take, those of users with the fewest active runs first, and locks exactly these. So it costs the
 * same however many runs wait, and two processes that claim at the same time take different ones.
 */

/** Users that one claim looks at: some more than the runs that it may take, for there may be no room for them. */
const USERS = 'least(64, $2::integer + 16)';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Users whose last workflow is remembered. Of others the walk begins anew. */
const REMEMBERED = 200;

/** Where the walk goes on. */
export class QueueCursor {
  userId = FIRST_ID;
  /** By user; those who were served last come last. */
  readonly #workflows = new Map<string, string>();

  /** A user who was served, and the last of their workflows that was. */
  serve(userId: string, workflowId: string): void {
    this.#workflows.delete(userId);
    this.#workflows.set(userId, workflowId);
    const [longestAgo] = this.#workflows.keys();
    if (this.#workflows.size > REMEMBERED && longestAgo !== undefined) this.#workflows.delete(longestAgo);
  }

  get workflows(): { userIds: string[]; workflowIds: string[] } {
    return { userIds: [...this.#workflows.keys()], workflowIds: [...this.#workflows.values()] };
  }
}

/**
 * `planned`: how many runs of which workflows are to be taken. `found`: those of them that nobody else is taking, with
 * the turns of their user and workflow. `walk`: what the claim is to be told beside them.
 *
 * $2 runs in all, $3 room of users who are not named, $4 to $6 users with their room and active runs, $7 the user who
 * was served last, $8 and $9 users with their workflow that was served last.
 */
export const QUEUE_ORDER = `
  users_walked (user_id, lap, turn) AS (
    SELECT $7::uuid, 0, 0
    UNION ALL
    SELECT next.* FROM users_walked AS last, LATERAL (
      (SELECT created_by, last.lap, last.turn + 1 FROM runs
       WHERE status = 'queued' AND created_by > last.user_id AND (last.lap = 0 OR created_by <= $7)
       ORDER BY created_by LIMIT 1)
      UNION ALL
      (SELECT created_by, 1, last.turn + 1 FROM runs
       WHERE status = 'queued' AND created_by <= $7 AND last.lap = 0
       ORDER BY created_by LIMIT 1)
      ORDER BY 2 LIMIT 1
    ) AS next WHERE last.turn < ${USERS}
  ),
  waiting AS MATERIALIZED (
    SELECT user_id, turn, coalesce(room, $3::integer) AS room, coalesce(active, 0) AS active,
      coalesce(workflow_id, '${FIRST_ID}') AS last_workflow
    FROM users_walked
    LEFT JOIN unnest($4::uuid[], $5::integer[], $6::integer[]) AS known (user_id, room, active) USING (user_id)
    LEFT JOIN unnest($8::uuid[], $9::uuid[]) AS served (user_id, workflow_id) USING (user_id)
    WHERE turn > 0
  ),
  shares AS (
    SELECT *, least(room, ceil($2::numeric / count(*) OVER ())::integer) AS share FROM waiting WHERE room > 0
  ),
  workflows_waiting AS MATERIALIZED (
    SELECT shares.*, walked.workflow_id, walked.turn AS workflow_turn,
      ceil(share::numeric / count(*) OVER (PARTITION BY user_id))::integer + 1 AS most
    FROM shares, LATERAL (
      WITH RECURSIVE workflows_walked (workflow_id, lap, turn) AS (
        SELECT shares.last_workflow, 0, 0
        UNION ALL
        SELECT next.* FROM workflows_walked AS last, LATERAL (
          (SELECT workflow_id, last.lap, last.turn + 1 FROM runs
           WHERE status = 'queued' AND created_by = shares.user_id AND workflow_id > last.workflow_id
             AND (last.lap = 0 OR workflow_id <= shares.last_workflow)
           ORDER BY workflow_id LIMIT 1)
          UNION ALL
          (SELECT workflow_id, 1, last.turn + 1 FROM runs
           WHERE status = 'queued' AND created_by = shares.user_id AND workflow_id <= shares.last_workflow
             AND last.lap = 0
           ORDER BY workflow_id LIMIT 1)
          ORDER BY 2 LIMIT 1
        ) AS next WHERE last.turn <= shares.share
      )
      SELECT workflow_id, turn FROM workflows_walked WHERE turn > 0
    ) AS walked
  ),
  candidates AS MATERIALIZED (
    SELECT workflows_waiting.*, run.depth FROM workflows_waiting, LATERAL (
      SELECT row_number() OVER () AS depth FROM (
        SELECT FROM runs
        WHERE status = 'queued' AND created_by = workflows_waiting.user_id
          AND workflow_id = workflows_waiting.workflow_id
        ORDER BY created_at LIMIT workflows_waiting.most
      ) AS oldest
    ) AS run
  ),
  ranked AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY depth, workflow_turn) AS rank,
      count(*) OVER (PARTITION BY user_id) AS found,
      bool_or(depth = most OR workflow_turn > share) OVER (PARTITION BY user_id) AS is_cut
    FROM candidates
  ),
  planned AS MATERIALIZED (
    SELECT user_id, workflow_id, turn, workflow_turn FROM ranked
    WHERE rank <= room ORDER BY active + rank, turn LIMIT $2
  ),
  found AS MATERIALIZED (
    SELECT locked.id, NULL::timestamptz AS seen_at, quotas.turn, quotas.workflow_turn FROM (
      SELECT user_id, workflow_id, turn, workflow_turn, count(*) AS quota
      FROM planned GROUP BY user_id, workflow_id, turn, workflow_turn
    ) AS quotas, LATERAL (
      SELECT id FROM runs
      WHERE status = 'queued' AND created_by = quotas.user_id AND workflow_id = quotas.workflow_id
      ORDER BY created_at LIMIT quotas.quota FOR UPDATE SKIP LOCKED
    ) AS locked
  ),
  walk AS (
    SELECT (SELECT count(*) FROM planned) AS planned,
      (SELECT user_id FROM users_walked ORDER BY turn DESC LIMIT 1) AS last_user,
      (SELECT count(*) FROM ranked WHERE rank <= room) > (SELECT count(*) FROM planned)
        OR EXISTS (SELECT FROM ranked WHERE is_cut AND found < room)
        OR EXISTS (SELECT FROM waiting WHERE turn = ${USERS}) AS has_more,
      EXISTS (SELECT FROM ranked WHERE is_cut OR rank > room) OR EXISTS (SELECT FROM waiting WHERE room = 0) AS is_crowded
  )`;
