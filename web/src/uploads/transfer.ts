/**
 * One attempt to store one file.
 *
 *   small ──▶ the form of the API, in one request
 *   large ──▶ announced ──▶ posted past the API ──▶ completed        where direct upload is on
 *         └─▶ look whether the path is free ──▶ the form of the API  where it is off
 *
 * Announcing a large file, or looking, refuses it before its bytes are sent. When the answer to a request that stores
 * is lost, nobody knows whether the file was stored. The next attempt therefore looks first: a file of the same content
 * at the path is ours (or as good as ours), and is not sent again. To keep both files we count up names here instead
 * of letting the service do it, since only then do we know where to look.
 */
import type { Static } from 'typebox';
import type * as schemas from '../../../src/booster/storage/schemas.ts';
import { uploads as texts } from '../texts/uploads.ts';
import type { Answer, Request, RequestOptions } from './request.ts';
import { hashSha256 } from './sha256.ts';
import type { Upload } from './upload-queue.ts';

type StoredFile = Static<typeof schemas.File>;
type Announced = Static<typeof schemas.Announced>;

export type Outcome =
  | { readonly kind: 'stored'; readonly path: string }
  /** The path is taken. `problem` says what else is known about it. */
  | { readonly kind: 'conflict'; readonly problem?: string }
  | { readonly kind: 'refused'; readonly status: number; readonly problem: string }
  /** There was no answer, or none from the service itself. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'limited'; readonly waitMs: number }
  | { readonly kind: 'signed-out' };

/** What is known from earlier attempts of the same upload. It changes with every attempt. */
export interface Memory {
  /** Whether the file may have been stored, because an answer was lost. */
  isUncertain: boolean;
  /** The number in `name (1).ext` when both files are kept. */
  copy: number;
  announced?: Announced & { readonly path: string; readonly isPosted: boolean };
  /** How often a direct post had no answer. */
  postLosses: number;
  sha256?: string;
}

export function newMemory(): Memory {
  return { isUncertain: false, copy: 1, postLosses: 0 };
}

/** What the console knows about a panel. It changes when direct upload turns out not to work. */
export interface PanelFacts {
  isDirect: boolean;
  /** Whether the folder allows to replace its files, as far as we know. */
  mayOverwrite(folder: string): boolean;
}

export interface Attempt {
  readonly upload: Upload;
  readonly memory: Memory;
  readonly panel: PanelFacts;
  readonly signal: AbortSignal;
  onSent(bytes: number): void;
}

const STORAGE = '/api/v3/booster/storage/private';
/** The route of Heddle for direct uploads, when no storage service has one. */
const OWN_POST_PATH = '/api/v3/booster/storage/upload/';
/** Below this, two more requests cost more than they save. */
export const LARGE_BYTES = 8_000_000;
const MOST_POST_LOSSES = 2;
const EXPIRY_MARGIN_MS = 60_000;
const SECOND_MS = 1_000;
const DEFAULT_WAIT_MS = 5_000;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Rejects only when it is aborted. */
export async function transfer(request: Request, attempt: Attempt): Promise<Outcome> {
  const outcome = await findPlace(request, attempt);
  if (outcome.kind !== 'lost') return outcome;
  // The browser reports a file that was moved or changed in the same way as a lost connection.
  return (await isReadable(attempt.upload.file)) ? outcome : { kind: 'refused', status: 0, problem: texts.unreadable };
}

async function findPlace(request: Request, attempt: Attempt): Promise<Outcome> {
  const { upload, memory } = attempt;
  if (upload.choice !== 'rename') return storeAt(request, attempt, upload.path);
  for (; ; memory.copy++) {
    const outcome = await storeAt(request, attempt, numberedPath(upload.path, memory.copy));
    if (outcome.kind !== 'conflict' || outcome.problem !== undefined) return outcome;
  }
}

async function storeAt(request: Request, attempt: Attempt, path: string): Promise<Outcome> {
  const { upload, memory, panel } = attempt;
  if (memory.isUncertain || (isLarge(upload) && !panel.isDirect && upload.choice !== 'overwrite')) {
    const found = await look(request, attempt, path);
    const isInTheWay = typeof found === 'object' && (found.kind !== 'conflict' || upload.choice !== 'overwrite');
    if (isInTheWay) return found;
  }
  const startedAt = Date.now();
  const isDirect = isLarge(upload) && panel.isDirect;
  const answer = isDirect ? await sendDirectly(request, attempt, path) : await sendForm(request, attempt, path);
  if (answer === 'lost') return { kind: 'lost' };
  const outcome = toOutcome(answer);
  if (outcome.kind !== 'conflict') return outcome;
  // By the clock of the service, whose answers tell the second.
  const since = answer.serverTime === undefined ? undefined : answer.serverTime - (Date.now() - startedAt) - SECOND_MS;
  return explainConflict(request, attempt, path, since);
}

/**
 * The file in the way may be ours: an attempt whose answer was lost may have ended just now, and browsers repeat a
 * request by themselves when a connection that they used before breaks.
 */
async function explainConflict(
  request: Request,
  attempt: Attempt,
  path: string,
  since: number | undefined,
): Promise<Outcome> {
  const { memory } = attempt;
  const found = await look(request, attempt, path, since);
  if (found === 'free') return { kind: 'lost' };
  if (found !== 'unknown') return found;
  if (!memory.isUncertain) return { kind: 'conflict' };
  // Now that somebody is asked, their answer holds.
  memory.isUncertain = false;
  return { kind: 'conflict', problem: texts.maybeStored };
}

/**
 * Looks whether there is a file at the path, and whether it is the one that we are to store. It can only be ours if an
 * answer was lost, or if it was stored since a time. Without the right to read, only storing tells whether the path is
 * taken.
 */
async function look(
  request: Request,
  attempt: Attempt,
  path: string,
  since = Number.POSITIVE_INFINITY,
): Promise<Outcome | 'free' | 'unknown'> {
  const { upload, memory } = attempt;
  const answer = await call(request, attempt, 'get', { path });
  if (answer.code === 'file_not_found') return 'free';
  if (answer.status === 403) return 'unknown';
  const outcome = toOutcome(answer);
  if (outcome.kind !== 'stored') return outcome;
  const stored = answer.body as StoredFile;
  const mayBeOurs = memory.isUncertain || stored.updated >= since;
  if (mayBeOurs && (await isSameFile(upload, memory, stored))) return { kind: 'stored', path };
  memory.isUncertain = false;
  return { kind: 'conflict' };
}

async function isSameFile({ file, record }: Upload, memory: Memory, stored: StoredFile): Promise<boolean> {
  if (stored.size !== file.size || stored.record?.key !== record?.key) return false;
  memory.sha256 ??= await hashSha256(file);
  return stored.sha256 === memory.sha256;
}

function sendForm(request: Request, attempt: Attempt, path: string): Promise<Answer> {
  const { upload, memory } = attempt;
  const form = new FormData();
  form.append('path', path);
  if (upload.choice === 'overwrite') form.append('overwrite', 'true');
  if (upload.record) {
    form.append('record_collection', upload.record.collection);
    form.append('record_key', upload.record.key);
  }
  // The fields come first, so that the service can refuse the file before it reads it.
  form.append('file', upload.file, upload.file.name);
  return uncertainly(memory, request(`${STORAGE}/upload`, form, { ...panelOptions(attempt), ...counting(attempt) }));
}

async function sendDirectly(request: Request, attempt: Attempt, path: string): Promise<Answer | 'lost'> {
  const { upload, memory, panel } = attempt;
  const known = memory.announced;
  if (known?.path !== path || known.expires_at < Date.now() + EXPIRY_MARGIN_MS) {
    const answer = await call(request, attempt, 'upload/init', {
      path,
      content_type: upload.file.type || UNKNOWN_TYPE,
      size: upload.file.size,
      overwrite: upload.choice === 'overwrite',
      ...(upload.record && { record: upload.record }),
    });
    if (answer.code === 'direct_upload_unavailable') {
      panel.isDirect = false;
      return sendForm(request, attempt, path);
    }
    if (answer.status !== 200) return answer;
    memory.announced = { ...(answer.body as Announced), path, isPosted: false };
  }
  const posted = await postDirectly(request, attempt);
  if (posted !== true) return posted === 'lost' ? 'lost' : sendForm(request, attempt, path);
  const answer = await uncertainly(
    memory,
    call(request, attempt, 'upload/complete', { upload_id: memory.announced?.upload_id }),
  );
  if (answer.status === 200 || isRefusal(answer)) delete memory.announced;
  if (answer.code !== 'upload_not_found') return answer;
  // It is gone because an earlier request to complete it succeeded, which the next attempt finds out, or because its
  // time was over.
  memory.isUncertain = true;
  return 'lost';
}

/** Posts the file past the API. What the storage refuses, or can not be reached for, goes through the API. */
async function postDirectly(request: Request, attempt: Attempt): Promise<true | 'lost' | 'refused'> {
  const { upload, memory, panel, signal } = attempt;
  const { announced } = memory;
  if (!announced || announced.isPosted) return true;
  const form = new FormData();
  for (const [name, value] of Object.entries(announced.fields)) form.append(name, value);
  form.append('file', upload.file, upload.file.name);
  const { status } = await request(toReachable(announced.url), form, { signal, ...counting(attempt) });
  if (status >= 200 && status < 300) {
    memory.announced = { ...announced, isPosted: true };
    return true;
  }
  if (status === 0 || status >= 500) {
    memory.postLosses += 1;
    if (memory.postLosses >= MOST_POST_LOSSES) panel.isDirect = false;
    return 'lost';
  }
  delete memory.announced;
  panel.isDirect = false;
  return 'refused';
}

/** The service's own route is at the address of this page, under whatever name the page was opened. */
function toReachable(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith(OWN_POST_PATH) ? pathname : url;
}

function call(request: Request, attempt: Attempt, path: string, body: object): Promise<Answer> {
  const { headers, signal } = panelOptions(attempt);
  const json = { headers: { ...headers, 'content-type': 'application/json' }, signal };
  return request(`${STORAGE}/${path}`, JSON.stringify(body), json);
}

function panelOptions({ upload, signal }: Attempt) {
  return { headers: { 'panel-id': upload.panelId }, signal };
}

function counting({ upload, onSent }: Attempt): Pick<RequestOptions, 'onSent'> {
  return { onSent: share => onSent(Math.floor(share * upload.file.size)) };
}

/** Until there is an answer, the request may or may not have stored the file; an abort leaves that open too. */
async function uncertainly(memory: Memory, answering: Promise<Answer>): Promise<Answer> {
  const was = memory.isUncertain;
  memory.isUncertain = true;
  const answer = await answering;
  if (answer.status === 200 || (answer.status >= 400 && answer.status < 500)) memory.isUncertain = was;
  return answer;
}

function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

function isAnswered({ status }: Answer): boolean {
  return status !== 0 && !(status >= 502 && status <= 504);
}

function toOutcome(answer: Answer): Outcome {
  const { status, code, body, retryAfterMs } = answer;
  if (status === 200) return { kind: 'stored', path: (body as StoredFile).path };
  if (status === 401) return { kind: 'signed-out' };
  if (status === 429) return { kind: 'limited', waitMs: retryAfterMs ?? DEFAULT_WAIT_MS };
  if (!isAnswered(answer))
    return retryAfterMs === undefined ? { kind: 'lost' } : { kind: 'limited', waitMs: retryAfterMs };
  if (code === 'file_already_exists') return { kind: 'conflict' };
  return { kind: 'refused', status, problem: readDetail(body) ?? texts.answeredWith(status) };
}

function readDetail(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
    ? body.detail
    : undefined;
}

function isLarge({ file }: Upload): boolean {
  return file.size >= LARGE_BYTES;
}

/** Turns `name.ext` into `name (n).ext`, as the service does. */
export function numberedPath(path: string, n: number): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  // A leading dot begins the name; it does not begin an ending.
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return `${path.slice(0, path.length - name.length)}${stem} (${n})${name.slice(stem.length)}`;
}

async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
