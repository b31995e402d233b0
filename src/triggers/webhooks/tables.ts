import type { CreatedAt, Json } from '../../platform/postgres/column-types.ts';

export interface WebhookTables {
  webhook_replies: WebhookRepliesTable;
}

/** The answer of a step to the call that started its run. */
interface WebhookRepliesTable {
  run_id: string;
  node_id: string;
  iteration: number[];
  status: number;
  headers: Json<[string, string][]>;
  body: Buffer;
  created_at: CreatedAt;
}
