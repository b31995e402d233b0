/**
 * The names under which the types of the API are known to users of the client.
 *
 * They are taken from the calls that return or accept them, so that they follow the API's description by themselves.
 */
import type { components as V1 } from './generated/v1.ts';
import type { components as V3 } from './generated/v3.ts';

type Calls = V1['schemas']['Calls'] & V3['schemas']['Calls'];

/** A path that answers with JSON, and whose request is JSON or empty. */
export type ApiPath = keyof Calls;

/** What a path answers. */
export type Reply<Path extends ApiPath> = Calls[Path]['reply'];

/** The JSON that a path takes; `never` for those that take none. */
export type Body<Path extends ApiPath> = Calls[Path] extends { body: infer Content } ? Content : never;

/** The query parameters that a path takes, such as `entity_id`. */
export type Query<Path extends ApiPath> = Calls[Path] extends { query: infer Parameters } ? Parameters : never;

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
export type Assistant = Reply<'/api/v3/assistant/get'>;
export type AssistantCreation = Body<'/api/v3/assistant/create'>;
export type AssistantUpdate = Body<'/api/v3/assistant/update'>;
export type Credential = Reply<'/api/v1/credential/get'>;
export type CredentialCreation = Body<'/api/v1/credential/create'>;
export type CredentialUpdate = Body<'/api/v1/credential/update'>;
export type CredentialQuery = Body<'/api/v1/credential/find'>;
export type CredentialPage = Reply<'/api/v1/credential/find'>;
export type CredentialTestResult = Reply<'/api/v1/credential/test'>;
export type CredentialUses = Reply<'/api/v1/credential/uses'>;
export type CredentialKind = Reply<'/api/v1/credential/kinds'>['kinds'][number];
export type Variable = VariablePage['items'][number];
export type VariableDetails = Reply<'/api/v1/variable/get'>;
export type VariableCreation = Body<'/api/v1/variable/create'>;
export type VariableUpdate = Body<'/api/v1/variable/update'>;
export type VariableQuery = Body<'/api/v1/variable/find'>;
export type VariablePage = Reply<'/api/v1/variable/find'>;
export type SavedVariable = Reply<'/api/v1/variable/create'>;
export type DeletedVariable = Reply<'/api/v1/variable/delete'>;
export type VariableOverride = Body<'/api/v1/variable/override'>;
export type ResolvedVariable = Reply<'/api/v1/variable/resolve'>['variables'][number];
export type Schedule = Body<'/api/v1/schedule/preview'>;
export type ScheduleOccurrences = Reply<'/api/v1/schedule/preview'>;
/** A schedule of a published workflow, and a range of times. */
export type Backfill = Omit<Body<'/api/v1/schedule/backfill'>, 'dry_run'>;
export type RunBatch = V1['schemas']['RunBatch'];
export type RunBatchCount = V1['schemas']['RunBatchCount'];
export type User = Reply<'/api/v1/user/get'>;
export type UserCreation = Body<'/api/v1/user/create'>;
export type UserUpdate = Body<'/api/v1/user/update'>;
export type UserInvitation = Body<'/api/v1/user/invite'>;
export type SentInvitation = Reply<'/api/v1/user/invite'>;
export type UserRemains = Reply<'/api/v1/user/remains'>;

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

/** An event of a run. `type` says which kind of event it is, and with it which fields have values. */
export type RunEvent = V3['schemas']['RunEvent'];

/** An event of an answer as it comes about. `type` says which kind of event it is, and with it which fields have values. */
export type ChatEvent = V3['schemas']['ChatEvent'];
