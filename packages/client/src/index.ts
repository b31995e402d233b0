export type { CallOptions, Fetch, Hooks, IncomingResponse, OutgoingRequest } from './attempt.ts';
export type { Download, DownloadOptions } from './download.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  HeddleError,
  LockedError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts';
export { type CallArguments, Heddle, type HeddleOptions, type PathOptions } from './heddle.ts';
export type { FileContent, Progress } from './multipart.ts';
export type { ApprovalPage } from './resources/approvals.ts';
export type { KeyedCallOptions } from './resources/caller.ts';
export type { UploadOptions } from './resources/files.ts';
export type { FilePlacement, FileScope, PanelUploadOptions } from './resources/panel-files.ts';
export type { RecordOf } from './resources/records.ts';
export { hasEnded, runOutput, type StartOptions, type WaitOptions } from './resources/runs.ts';
export type * from './types.ts';
export { type ReceivedWebhook, type VerifyWebhookOptions, verifyWebhook } from './webhooks.ts';
