import type { CallOptions } from '../attempt.ts';
import { eachItem } from '../paging.ts';
import type { Approval, ApprovalDecision } from '../types.ts';
import type { Caller } from './caller.ts';

const PATH = '/api/v3/workflow/approval';

export interface ApprovalPage {
  items: Approval[];
  /** How many match altogether. */
  total: number;
}

type Decision = Omit<ApprovalDecision, 'approval_id' | 'decision'>;

export class Approvals {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Those that the user of the key may decide or has decided, newest first. */
  list(
    query: { status?: Approval['status']; limit_from?: number; limit_to?: number } = {},
    options?: CallOptions,
  ): Promise<ApprovalPage> {
    return this.#call.json(`${PATH}/find`, query, options);
  }

  /** Goes through all that match, page by page. */
  each(query: { status?: Approval['status'] } = {}, options?: CallOptions): AsyncGenerator<Approval, void, void> {
    return eachItem(
      async page => (await this.list({ ...query, ...page }, options)).items,
      ({ id }) => id,
    );
  }

  /** How many await a decision of the user. */
  async pending(options?: CallOptions): Promise<number> {
    const { pending } = await this.#call.json<{ pending: number }>(`${PATH}/count`, undefined, options);
    return pending;
  }

  get(id: string, options?: CallOptions): Promise<Approval> {
    return this.#call.json(`${PATH}/get`, { approval_id: id }, options);
  }

  decide(decision: ApprovalDecision, options?: CallOptions): Promise<Approval> {
    return this.#call.json(`${PATH}/decide`, decision, options);
  }

  /** Passes the part of the user of the key on to somebody else, who may read the workflow. */
  delegate(id: string, userId: string, options?: CallOptions): Promise<Approval> {
    return this.#call.json('/api/v1/approval/delegate', { approval_id: id, user_id: userId }, options);
  }

  approve(id: string, decision: Decision = {}, options?: CallOptions): Promise<Approval> {
    return this.decide({ approval_id: id, decision: 'approve', ...decision }, options);
  }

  reject(id: string, decision: Pick<Decision, 'comment'> = {}, options?: CallOptions): Promise<Approval> {
    return this.decide({ approval_id: id, decision: 'reject', ...decision }, options);
  }
}
