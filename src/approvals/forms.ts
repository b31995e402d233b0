/** The forms of approvals: their prefilled values, and the data that people fill in. */
import { fixedLimits } from '../configuration/limits.ts';
import { ApiError, formDataTooLarge, inputNotSingleFile, serviceStopping, validationError } from '../errors.ts';
import { parseFileId } from '../files/inline.ts';
import { type FindReferencedFiles, isFileField, LongTextIsNotAFile, resolveFiles } from '../files/input-files.ts';
import { discardFiles, type FileServices, isFileOfRun, type PreparedFile, toAttachment } from '../files/store.ts';
import { StepError } from '../nodes/step.ts';
import { isObject } from '../platform/is-object.ts';
import { jsonHead } from '../platform/json/head.ts';
import type { SchemaProblem } from '../platform/json/schema-validation.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import { ThreadError, type ThreadPool } from '../platform/threads/thread-pool.ts';
import type { ApprovalRow } from './approvals.ts';
import type { FormCheck } from './form-check-thread.ts';

type Fields = Readonly<Record<string, unknown>>;
type Form = Fields | null;

const CHECK = new URL('./form-check-thread.ts', import.meta.url);

interface CheckOptions {
  /** The id of the user on whose behalf the form is checked. */
  owner: string;
  signal: AbortSignal;
}

/** Throws an error for the author of the workflow when the form is not valid. */
export async function requireForm(
  threads: ThreadPool,
  form: Form,
  { characters, ...options }: { characters: number } & CheckOptions,
): Promise<void> {
  if (!form) return;
  const schema = JSON.stringify(form);
  if (schema.length > characters)
    throw new StepError(`The form is too large (at most ${characters} characters of JSON)`);
  const problem = await runCheck(threads, { schema, data: null }, options).catch(error => {
    throw isTooExpensive(error) ? new StepError('The form takes too long to check', { cause: error }) : error;
  });
  if (problem) throw new StepError(`The form is not valid: ${problem.what}`);
}

/** Returns the values that a form shows at first, without those that it has no field for. Files may be given by id. */
export async function prefillForm(
  services: FileServices,
  runId: string,
  { form, values, characters }: { form: Form; values: Fields; characters: number },
): Promise<Fields> {
  const entries: [string, unknown][] = [];
  for (const [key, field] of formFields(form)) {
    const value = Object.hasOwn(values, key) ? values[key] : null;
    if (value === null || value === undefined) continue;
    entries.push([key, isFileField(field) ? await resolvePrefilledFile(services, runId, key, value) : value]);
  }
  const prefilled = Object.fromEntries(entries);
  if (jsonHead(prefilled, characters).cut) {
    throw new StepError(`The form values are too large (at most ${characters} characters of JSON)`);
  }
  return prefilled;
}

export interface FilledForm {
  data: Fields;
  /** The files that were sent with the form, to be inserted with the decision or discarded. */
  files: PreparedFile[];
}

interface SentForm extends CheckOptions {
  sent: Fields;
  /** The largest number of characters of JSON. */
  characters: number;
  longTexts: LongTextLookup;
}

/** When it throws, it discards the files that it has stored. */
export async function fillIn(
  services: FileServices & { threads: ThreadPool },
  approval: ApprovalRow,
  { sent, characters, longTexts, ...options }: SentForm,
): Promise<FilledForm> {
  const { form_schema: form, form_values: values, created_by, organization_id, run_id } = approval;
  const owner = { userId: created_by, organizationId: organization_id };
  const { input, prepared } = await resolveFiles(
    services,
    { schema: form, input: sent, owner, runId: run_id, signal: options.signal, longTexts },
    findPrefilledFiles(values),
  ).catch(error => {
    if (error instanceof LongTextIsNotAFile) throw formDataTooLarge(characters);
    throw error instanceof ApiError ? error.within('data') : error;
  });
  try {
    if (jsonHead(input, characters).cut) throw formDataTooLarge(characters);
    const entries = formFields(form).flatMap(([key]) => {
      const source = [input, values].find(fields => Object.hasOwn(fields, key));
      return source ? [[key, source[key]] as const] : [];
    });
    const data = Object.fromEntries(entries);
    if (form) await requireValidData(services.threads, form, data, options);
    return { data, files: prepared };
  } catch (error) {
    await discardFiles(services, prepared);
    throw error;
  }
}

/** A decider may send new files, or leave the prefilled one, but can not refer to any other file of the run's user. */
function findPrefilledFiles(values: Fields): FindReferencedFiles {
  return async references =>
    new Map(
      references.map(({ key, id }) => {
        const value = Object.hasOwn(values, key) ? values[key] : undefined;
        const known = parseFileId(value);
        if (known === undefined || known !== parseFileId(id)) throw inputNotSingleFile(key).at(key);
        return [key, value];
      }),
    );
}

async function resolvePrefilledFile(
  { database, publicUrl }: FileServices,
  runId: string,
  key: string,
  value: unknown,
): Promise<unknown> {
  const id = parseFileId(value);
  if (id === undefined) throw new StepError(`The form value '${key}' must be one file`);
  if (isObject(value) && typeof value.file_url === 'string') return value;
  const row = await database.query
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where(isFileOfRun(runId))
    .executeTakeFirst();
  if (!row) throw new StepError(`The file of the form value '${key}' was not found or is not accessible`);
  return toAttachment(row, publicUrl());
}

async function requireValidData(threads: ThreadPool, form: Fields, data: Fields, options: CheckOptions): Promise<void> {
  // An optional file may be null, which the schema of the form does not allow.
  const required = new Set(Array.isArray(form.required) ? form.required : []);
  const present = formFields(form).filter(
    ([key, field]) =>
      Object.hasOwn(data, key) &&
      !(data[key] === null && isFileField(field)) &&
      !(required.has(key) && isLeftEmpty(field, data[key])),
  );
  const checked = {
    schema: JSON.stringify(form),
    data: JSON.stringify(Object.fromEntries(present.map(([key]) => [key, data[key]]))),
  };
  const problem = await runCheck(threads, checked, options).catch(error => {
    if (isClosed(error)) throw serviceStopping();
    throw isTooExpensive(error) ? validationError('data', 'takes too long to check') : error;
  });
  if (problem?.of === 'data') throw validationError(problem.where, problem.what);
  if (problem) throw validationError('data', `the form can not be checked: ${problem.what}`);
}

/** A text of spaces answers nothing, and is as good as none where an answer is required, unless the form allows it. */
function isLeftEmpty(field: unknown, value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() !== '' || !isObject(field)) return false;
  return field.minLength === undefined && field.const === undefined && !Array.isArray(field.enum);
}

async function runCheck(threads: ThreadPool, input: FormCheck, options: CheckOptions): Promise<SchemaProblem | null> {
  return threads.run<SchemaProblem | null>(CHECK, input, { ...options, ...fixedLimits.schemaCheck });
}

function isTooExpensive(error: unknown): boolean {
  return error instanceof ThreadError && (error.reason === 'timeout' || error.reason === 'memory');
}

function isClosed(error: unknown): boolean {
  return error instanceof ThreadError && error.reason === 'closed';
}

function formFields(form: Form): [string, unknown][] {
  return form && isObject(form.properties) ? Object.entries(form.properties) : [];
}
