/**
 * Where a claim of queued runs begins (`claim_queued_runs`). A claim walks through the users who have queued runs as on a
 * ring, and through the workflows of each user in the same way.
 */
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
