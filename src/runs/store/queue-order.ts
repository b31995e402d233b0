/**
 * Decides which queued runs are claimed next: fairly between the users who have queued runs, and between the workflows
 * of each user. The oldest runs of a workflow come first, where a head start makes a run older. Runs that are held are not
 * in the index that a claim reads.
 *
 * A claim walks through the users as on a ring, beginning after the one who was served last. It uses an index of which
 * it reads one entry per user. It walks through the workflows of each user in the same way. From these numbers alone it
 * plans how many runs of each workflow to claim, preferring users with the fewest active runs, and locks exactly these.
 * So a claim costs the same however many runs are queued, and two processes that claim at the same time get different
 * runs.
 */

/** The number of users in one walk. It is higher than the number of runs, as there may be no room for some users. */
const USERS = 'least(64, $2::integer + 16)';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** The number of users whose last workflow is remembered. For others the walk begins with their first workflow. */
const REMEMBERED_USERS = 200;

/** Where the next walk begins. */
export class QueueCursor {
  userId = FIRST_ID;
  /** The workflow of each user that was served last. The users who were served last come last. */
  readonly #workflows = new Map<string, string>();

  /** Notes that a run of this user and workflow was claimed. */
  serve(userId: string, workflowId: string): void {
    this.#workflows.delete(userId);
    this.#workflows.set(userId, workflowId);
    const [leastRecent] = this.#workflows.keys();
    if (this.#workflows.size > REMEMBERED_USERS && leastRecent !== undefined) this.#workflows.delete(leastRecent);
  }

  get workflows(): { userIds: string[]; workflowIds: string[] } {
    return { userIds: [...this.#workflows.keys()], workflowIds: [...this.#workflows.values()] };
  }
}

/**
 * `planned` contains how many runs of which workflows are to be claimed. `found` contains those of them that nobody else
 * is claiming, with the turns of their user and workflow. `walk` is the summary of the search.
 *
 * The parameters: $2 is the number of runs in all, $3 the room for users who are not listed, $4 to $6 list users with
 * their room and active runs, $7 is the user who was served last, $8 and $9 list users with their workflow that was
 * served last.
 */
export const QUEUE_ORDER = `
  users_walked (user_id, lap, turn) AS (
    SELECT $7::uuid, 0, 0
    UNION ALL
    SELECT next.* FROM users_walked AS last, LATERAL (
      (SELECT created_by, last.lap, last.turn + 1 FROM runs
       WHERE status = 'queued' AND held IS NULL AND created_by > last.user_id AND (last.lap = 0 OR created_by <= $7)
       ORDER BY created_by LIMIT 1)
      UNION ALL
      (SELECT created_by, 1, last.turn + 1 FROM runs
       WHERE status = 'queued' AND held IS NULL AND created_by <= $7 AND last.lap = 0
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
           WHERE status = 'queued' AND held IS NULL AND created_by = shares.user_id AND workflow_id > last.workflow_id
             AND (last.lap = 0 OR workflow_id <= shares.last_workflow)
           ORDER BY workflow_id LIMIT 1)
          UNION ALL
          (SELECT workflow_id, 1, last.turn + 1 FROM runs
           WHERE status = 'queued' AND held IS NULL AND created_by = shares.user_id AND workflow_id <= shares.last_workflow
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
        WHERE status = 'queued' AND held IS NULL AND created_by = workflows_waiting.user_id
          AND workflow_id = workflows_waiting.workflow_id
        ORDER BY coalesce(order_at, created_at) LIMIT workflows_waiting.most
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
    -- While others wait, no workflow gets more than half of the places.
    SELECT user_id, workflow_id, turn, workflow_turn FROM ranked
    WHERE rank <= room
      AND (depth <= ceil($2::numeric / 2) OR (SELECT count(DISTINCT workflow_id) FROM workflows_waiting) = 1)
    ORDER BY active + rank, turn LIMIT $2
  ),
  found AS MATERIALIZED (
    SELECT locked.id, NULL::timestamptz AS seen_at, quotas.turn, quotas.workflow_turn FROM (
      SELECT user_id, workflow_id, turn, workflow_turn, count(*) AS quota
      FROM planned GROUP BY user_id, workflow_id, turn, workflow_turn
    ) AS quotas, LATERAL (
      SELECT id FROM runs
      WHERE status = 'queued' AND held IS NULL AND created_by = quotas.user_id AND workflow_id = quotas.workflow_id
      ORDER BY coalesce(order_at, created_at) LIMIT quotas.quota FOR UPDATE SKIP LOCKED
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
