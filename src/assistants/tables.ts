import type { ColumnType, Generated } from 'kysely';
import type { Attachment } from '../nodes/step.ts';
import type { ToolCall, ToolResult } from '../platform/models/model.ts';
import type { Json, JsonWithDefault } from '../platform/postgres/column-types.ts';
import type { BuilderChange, BuilderContent } from './builder/change-schemas.ts';
import type { AssistantGroupShare, AssistantUserShare } from './schemas.ts';

type CreatedAt = ColumnType<Date, Date | undefined, never>;
type UpdatedAt = ColumnType<Date, Date | undefined, Date>;

export interface AssistantTables {
  assistants: AssistantsTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  builder_changes: BuilderChangesTable;
}

interface AssistantsTable {
  id: string;
  name: string;
  description: Generated<string>;
  instructions: Generated<string>;
  model: string | null;
  tools: Generated<string[]>;
  sharing: JsonWithDefault<AssistantUserShare[]>;
  group_sharing: JsonWithDefault<AssistantGroupShare[]>;
  workflow_id: string | null;
  created_at: CreatedAt;
  created_by: string;
  updated_at: UpdatedAt;
  updated_by: string;
}

interface ConversationsTable {
  id: string;
  user_id: string;
  title: string;
  assistant_id: string | null;
  model: string;
  run_id: string | null;
  messages: Generated<number>;
  claimed_by: string | null;
  claimed_until: Date | null;
  stopping: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** What the model needs besides the text of a message. */
export interface MessageDetails {
  /** The texts of files that the model can not perceive itself. */
  documents?: { filename: string; text: string }[];
  calls?: ToolCall[];
  results?: ToolResult[];
}

interface BuilderChangesTable {
  id: string;
  workflow_id: string;
  user_id: string;
  kind: BuilderChange['kind'];
  state: ColumnType<BuilderChange['state'], undefined, BuilderChange['state']>;
  revision_id: string | null;
  before: Json<BuilderContent>;
  after: Json<BuilderContent>;
  created_at: CreatedAt;
}

interface MessagesTable {
  conversation_id: string;
  position: number;
  id: string;
  role: 'user' | 'assistant' | 'tool';
  shown: boolean;
  content: string;
  details: Json<MessageDetails>;
  files: Json<Attachment[]>;
  model: string | null;
  credits: number;
  created_at: CreatedAt;
}
