/**
 * The names under which the types of the API are known to users of the client.
 *
 * They are taken from the calls that return or accept them, so that they follow the API's description by themselves.
 */
import type { paths as V1 } from './generated/v1.ts';
import type { paths as V3 } from './generated/v3.ts';

type Paths = V1 & V3;

type Operation<Path extends keyof Paths> = Paths[Path] extends { post: infer Post } ? Post : never;

type JsonReply<Post> = Post extends { responses: { 200: { content: { 'application/json': infer Reply } } } }
  ? Reply
  : never;

/** A path whose request is JSON, or empty, and that answers with JSON. */
export type ApiPath = {
  [Path in keyof Paths & string]: Path extends `${string}{${string}`
    ? never
    : [JsonReply<Operation<Path>>] extends [never]
      ? never
      : Path;
}[keyof Paths & string];

/** What a path answers. */
export type Reply<Path extends ApiPath> = JsonReply<Operation<Path>>;

type JsonContent<RequestBody> = RequestBody extends { content: { 'application/json': infer Content } }
  ? Content
  : never;

/** The JSON that a path takes; `never` for those that take none. */
export type Body<Path extends ApiPath> =
  Operation<Path> extends { requestBody?: infer RequestBody } ? JsonContent<NonNullable<RequestBody>> : never;

/** The query parameters that a path takes, such as `entity_id`. */
export type Query<Path extends ApiPath> =
  Operation<Path> extends { parameters: { query: infer Parameters } } ? Parameters : never;

export type Workflow = Reply<'/api/v3/workflow/get'>;
export type WorkflowCreation = Body<'/api/v3/workflow/create'>;
export type WorkflowUpdate = Body<'/api/v3/workflow/update'>;
export type Definition = Workflow['definition'];
export type Deployment = Reply<'/api/v3/workflow/deployment'>;
export type Validation = Reply<'/api/v3/workflow/validate'>;
export type Catalog = Reply<'/api/v3/workflow/catalog'>;
export type ExportDocument = Reply<'/api/v3/workflow/export'>;
export type ImportRequest = Body<'/api/v3/workflow/import'>;
export type ImportReply = Reply<'/api/v3/workflow/import'>;
export type CopyRequest = Body<'/api/v3/workflow/copy'>;
export type Run = Reply<'/api/v3/workflow/run'>;
export type RunStatus = Run['status'];
export type Step = Run['steps'][number];
export type Approval = Reply<'/api/v3/workflow/approval/get'>;
export type ApprovalDecision = Body<'/api/v3/workflow/approval/decide'>;
export type StoredFile = Reply<'/api/v3/booster/storage/private/get'>;
export type FileListing = Reply<'/api/v3/booster/storage/private/list'>;
export type FileLink = Reply<'/api/v3/booster/storage/private/url'>[number];
export type StorageUsage = Reply<'/api/v3/booster/storage/private/usage'>;
export type PanelRecord = Reply<'/api/v3/booster/database/private/get'>;
export type UserFile = Reply<'/api/v1/file/get'>;
/** The runs that a file or a record of a panel has started. */
export type StartedRuns = Reply<'/api/v1/run/of_file'>;
export type Panel = Reply<'/api/v1/panel/get'>;
export type PanelCreation = Body<'/api/v1/panel/create'>;
export type PanelUpdate = Body<'/api/v1/panel/update'>;
export type Message = Reply<'/api/v3/chat'>;
export type ChatRequest = Body<'/api/v3/chat'>;
export type Model = Reply<'/api/v3/ai_model/get_all'>[number];
export type Conversation = Reply<'/api/v3/conversation/find'>[number];
export type WholeConversation = Reply<'/api/v3/conversation/get'>;

export type FilterOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not_in' | 'contains' | 'regex';

/** A field (with dots for what is inside of objects), an operator and a value: `['status', '==', 'failed']`. */
export type Filter = [field: string, operator: FilterOperator, value: unknown];

/** What `find` and `each` take. */
export interface Listing {
  /** All of them must match. */
  filters?: Filter[];
  /** The field to sort by. Without it, the newest come first. */
  sort_key?: string;
  /** 1 is ascending, -1 descending. */
  sort_order?: 1 | -1;
}

export interface ListingPage extends Listing {
  /** The index of the first item. */
  limit_from?: number;
  /** The index after the last item. */
  limit_to?: number;
}

/** What starts a run. */
export interface RunRequest {
  workflow_id: string;
  input?: Record<string, unknown>;
  /** `published` by default: the version that its owner has published. `draft`: the definition as it is being edited. */
  version?: 'published' | 'draft';
}

/** An event of a run. All fields are always there; `type` decides which of them have values. */
export interface RunEvent {
  type: 'run_start' | 'step_start' | 'step_progress' | 'step_waiting' | 'step_end' | 'run_waiting' | 'run_end';
  run_id: string;
  node_id: string;
  node_type: string;
  status: string;
  handle: string | null;
  text: string;
  error: string;
  output_json: string;
  /** In a loop the indexes of the items, from the innermost loop outward. */
  iteration: number[];
}

/** An event of an answer as it comes about. All fields are always there; `type` decides which of them have values. */
export interface ChatEvent {
  type: 'chat_start' | 'text' | 'text_restart' | 'tool_start' | 'tool_end' | 'chat_end';
  conversation_id: string;
  /** The next piece of the answer. After `text_restart`, the pieces so far are void. */
  text: string;
  tool: string;
  failed: boolean;
  /** The whole answer, in `chat_end`. */
  message: Message | null;
}
