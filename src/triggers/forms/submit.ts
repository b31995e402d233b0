/**
 * Answers become a run, on the path of webhook calls (see `../webhook.ts`): with the same limits, in one transaction with
 * their files, and once, however often the button is pressed.
 */
import { hash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { fixedLimits } from '../../configuration/limits.ts';
import { ApiError, idempotencyKeyReused, serviceStopping } from '../../errors.ts';
import { discardFiles, type FileServices, toAttachment } from '../../files/store.ts';
import { newId } from '../../platform/ids.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import type { TraceContext } from '../../platform/traces/tracer.ts';
import { serialiseInput } from '../../runs/executing/run-input.ts';
import { type AcceptedRun, type PreparedQueuedRun, TriggerChanged } from '../../runs/starting/admission.ts';
import { CallFiltered, type RequireCondition } from '../../runs/starting/decide.ts';
import { type Problems, toAnswers } from './answers.ts';
import type { AnswersToCheck, CheckedAnswers } from './check-thread.ts';
import type { FoundForm } from './find-form.ts';
import { TOKEN_FIELD, TRAP_FIELD } from './form-page.ts';
import { readSubmission, type Submission } from './read-submission.ts';
import { isRecent, type SentAnswers, type SignedToken, toSubmissionId } from './tokens.ts';
import { words } from './words.ts';

export interface SubmitServices {
  files: FileServices;
  threads: ThreadPool;
  accept(run: PreparedQueuedRun): Promise<AcceptedRun>;
  requireCondition: RequireCondition;
  limits: { inputCharacters: number };
}

interface SubmitCall {
  request: FastifyRequest;
  query: Readonly<Record<string, string | string[]>>;
  traceContext: TraceContext | null;
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

export type SubmitOutcome = SentAnswers | FormRefusal;

/** Why the answers did not become a run. */
export interface FormRefusal {
  status: number;
  headers?: Record<string, string>;
  notice: string;
  problems: Problems;
  /** What was sent, so that nobody has to write it again. */
  texts: ReadonlyMap<string, string>;
}

const CHECK = new URL('./check-thread.ts', import.meta.url);

export async function submitForm(services: SubmitServices, found: FoundForm, call: SubmitCall): Promise<SubmitOutcome> {
  const runId = newId();
  const { form, trigger } = found;
  const submission: Submission = { texts: new Map(), files: new Map(), problems: new Map() };
  const reading = { form, trigger, runId, characters: services.limits.inputCharacters, signal: call.signal };
  let isStored = false;
  try {
    await readSubmission(call.request, services.files, reading, submission);
    const outcome = await accept(services, found, call, { runId, submission });
    isStored = 'runId' in outcome && outcome.runId === runId;
    return outcome;
  } finally {
    if (!isStored) await discardFiles(services.files, [...submission.files.values()]);
  }
}

interface ReceivedSubmission {
  runId: string;
  submission: Submission;
}

async function accept(
  services: SubmitServices,
  found: FoundForm,
  call: SubmitCall,
  { runId, submission }: ReceivedSubmission,
): Promise<SubmitOutcome> {
  // Whoever fills in what people do not see is told that all is well, and nothing happens.
  if (submission.texts.get(TRAP_FIELD)) return { runId: newId(), submissionId: newId() };
  const refuse = (notice: string, refusal: Partial<FormRefusal> = {}): FormRefusal =>
    toRefusal(found, submission, { notice, ...refusal });
  const token = found.signer.read('page', submission.texts.get(TOKEN_FIELD) ?? '');
  if (!token || !isRecent(token, fixedLimits.form.pageHours)) return refuse(words.expired);
  const { values, problems, notice } = await checkSubmission(services, found, call, submission);
  if (problems.size > 0 || notice !== undefined) return refuse(notice ?? words.checkAnswers, { problems });
  try {
    const submissionId = toSubmissionId(found.trigger.id, token);
    const accepted = await queueRun(services, found, call, { runId, submission, values, token, submissionId });
    return { runId: accepted.run_id, submissionId };
  } catch (error) {
    // Whoever sends a form does not learn what is done with the answers.
    if (error instanceof CallFiltered) return { runId: newId(), submissionId: newId() };
    if (error instanceof TriggerChanged) return refuse(words.formChanged, { status: 409 });
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.message === idempotencyKeyReused().message) return refuse(words.alreadySent, { status: 409 });
    if (error.status === 429) return refuse(words.full, { status: 429, headers: error.headers });
    return refuse(words.answersTooLong);
  }
}

/** Browsers do not keep chosen files, so a page without JavaScript asks for them again. */
function toRefusal(
  { form }: FoundForm,
  { texts, files }: Submission,
  { status = 422, headers = {}, notice, problems = new Map() }: Partial<FormRefusal> & { notice: string },
): FormRefusal {
  const lost = form.fields.filter(({ name }) => files.has(name) && !problems.has(name));
  return {
    status,
    headers,
    notice,
    problems: new Map([...problems, ...lost.map(({ name }) => [name, words.fileAgain] as const)]),
    texts,
  };
}

interface CheckedSubmission {
  values: Record<string, unknown>;
  problems: Map<string, string>;
  /** What is wrong with the form as a whole. */
  notice?: string;
}

async function checkSubmission(
  services: SubmitServices,
  { form, trigger }: FoundForm,
  { signal, log }: SubmitCall,
  { texts, files, problems: earlier }: Submission,
): Promise<CheckedSubmission> {
  const answers = toAnswers(form, texts);
  const attachments = form.fields.flatMap(({ name }) => {
    const file = files.get(name);
    return file ? [[name, toAttachment(file.row, services.files.publicUrl())] as const] : [];
  });
  const given = { ...answers.values, ...Object.fromEntries(attachments) };
  // In the order of the form.
  const present = form.fields.flatMap(({ name }) => (Object.hasOwn(given, name) ? [[name, given[name]] as const] : []));
  const values: Record<string, unknown> = Object.fromEntries(present);
  const problems = new Map([...answers.problems, ...earlier]);
  const missing = form.fields.filter(({ name, kind, isRequired }) => kind === 'file' && isRequired && !files.has(name));
  for (const { name } of missing) if (!problems.has(name)) problems.set(name, words.file);

  const input: AnswersToCheck = { schema: JSON.stringify(form.schema), values: JSON.stringify(values) };
  const options = { owner: trigger.runAs, signal, ...fixedLimits.schemaCheck };
  const checked = await services.threads.run<CheckedAnswers>(CHECK, input, options).catch(toUncheckable);
  if (checked.schemaProblem !== undefined) {
    log.warn({ trigger: trigger.id }, 'the answers of a form can not be checked');
    return { values, problems, notice: words.canNotBeChecked };
  }
  const names = new Set(form.fields.map(({ name }) => name));
  let isWrongAsAWhole = false;
  for (const [field, problem] of checked.problems) {
    if (field === undefined || !names.has(field)) isWrongAsAWhole = true;
    else if (!problems.has(field)) problems.set(field, problem);
  }
  return { values, problems, ...(isWrongAsAWhole && { notice: words.checkAnswers }) };
}

function toUncheckable(error: unknown): CheckedAnswers {
  if (!(error instanceof ThreadError)) throw error;
  if (error.reason === 'closed') throw serviceStopping();
  if (error.reason !== 'timeout' && error.reason !== 'memory') throw error;
  return { problems: [], schemaProblem: error.message };
}

interface CheckedAnswersToQueue extends ReceivedSubmission {
  values: Record<string, unknown>;
  token: SignedToken;
  submissionId: string;
}

async function queueRun(
  { accept, requireCondition, limits }: SubmitServices,
  { trigger }: FoundForm,
  { query, traceContext }: SubmitCall,
  { runId, submission, values, token, submissionId }: CheckedAnswersToQueue,
): Promise<AcceptedRun> {
  const files = [...submission.files.values()];
  const attachments = [...submission.files.keys()].map(name => values[name]);
  const input = {
    values,
    ...(files.length > 0 && { files: attachments }),
    submitted_at: Date.now(),
    submission_id: submissionId,
    query,
  };
  const key = {
    workflowId: trigger.workflowId,
    senderId: trigger.id,
    key: `form ${token.value}`,
    hash: hashAnswers(values, submission),
  };
  const text = await serialiseInput(input, limits.inputCharacters, trigger.runAs);
  await requireCondition({ trigger, key }, text);
  return accept({ runId, trigger, input: text, files, key, traceContext });
}

/** The hash is equal for two submissions with the same answers and files. */
function hashAnswers(values: Readonly<Record<string, unknown>>, { files }: Submission): Buffer {
  const same = Object.entries(values).map(([name, value]) => {
    const file = files.get(name);
    return [name, file ? { filename: file.row.filename, sha256: file.row.sha256 } : value];
  });
  return hash('sha256', JSON.stringify(same), 'buffer');
}
