/** The forms of approvals: what they show at first, and what was filled in. */

import { fixedLimits } from '../configuration/limits.ts';
import { formDataTooLarge, inputNotSingleFile, serviceStopping, validationError } from '../errors.ts';
import { parseFileId } from '../files/inline.ts';
import { type FindReferencedFiles, isFileField, LongTextIsNotAFile, resolveFiles } from '../files/input-files.ts';
import { toAttachment, discardFiles, type FileServices, type PreparedFile } from '../files/store.ts';
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

export interface Checking {
  /** The id of the user on whose behalf the form is checked. */
  owner: string;
  signal: AbortSignal;
}

/** What a form may be, for the author of the workflow to hear. */
export async function requireForm(
  threads: ThreadPool,
  form: Form,
  { characters, ...checking }: { characters: number } & Checking,
): Promise<void> {
  if (!form) return;
  const schema = JSON.stringify(form);
  if (schema.length > characters)
    throw new StepError(`The form is too large (at most ${characters} characters of JSON)`);
  const problem = await check(threads, { schema, data: null }, checking).catch(error => {
    throw isEndless(error) ? new StepError('The form takes too long to check', { cause: error }) : error;
  });
  if (problem) throw new StepError(`The form is not valid: ${problem.what}`);
}

/** What a form shows at first: values of its own fields alone. A file of the run may be given by its id. */
export async function prefilled(
  services: FileServices,
  runId: string,
  { form, values, characters }: { form: Form; values: Fields; characters: number },
): Promise<Fields> {
  const entries: [string, unknown][] = [];
  for (const [key, field] of fieldsOf(form)) {
    const value = Object.hasOwn(values, key) ? values[key] : null;
    if (value === null || value === undefined) continue;
    entries.push([key, isFileField(field) ? await prefilledFile(services, runId, key, value) : value]);
  }
  const shown = Object.fromEntries(entries);
  if (jsonHead(shown, characters).cut) {
    throw new StepError(`The form values are too large (at most ${characters} characters of JSON)`);
  }
  return shown;
}

export interface FilledForm {
  data: Fields;
  /** Files that were sent along: to be inserted with the decision, or discarded. */
  files: PreparedFile[];
}

export interface SentForm extends Checking {
  sent: Fields;
  /** At most, as JSON. */
  characters: number;
  longTexts: LongTextLookup;
}

/** Whatever it throws, nothing is left behind. */
export async function fillIn(
  services: FileServices & { threads: ThreadPool },
  approval: ApprovalRow,
  { sent, characters, longTexts, ...checking }: SentForm,
): Promise<FilledForm> {
  const { form_schema: form, form_values: values, created_by, organization_id, run_id } = approval;
  const owner = { userId: created_by, organizationId: organization_id };
  const { input, prepared } = await resolveFiles(
    services,
    { schema: form, input: sent, owner, runId: run_id, signal: checking.signal, longTexts },
    prefilledFiles(values),
  ).catch(error => {
    throw error instanceof LongTextIsNotAFile ? formDataTooLarge(characters) : error;
  });
  try {
    if (jsonHead(input, characters).cut) throw formDataTooLarge(characters);
    const entries = fieldsOf(form).flatMap(([key]) => {
      const source = [input, values].find(given => Object.hasOwn(given, key));
      return source ? [[key, source[key]] as const] : [];
    });
    const data = Object.fromEntries(entries);
    if (form) await requireFit(services.threads, form, data, checking);
    return { data, files: prepared };
  } catch (error) {
    await discardFiles(services, prepared);
    throw error;
  }
}

/** Who decides may send files, or leave the one that is there: no other file of the run's user can be named. */
function prefilledFiles(values: Fields): FindReferencedFiles {
  return async references =>
    new Map(
      references.map(({ key, id }) => {
        const value = Object.hasOwn(values, key) ? values[key] : undefined;
        const known = parseFileId(value);
        if (known === undefined || known !== parseFileId(id)) throw inputNotSingleFile(key);
        return [key, value];
      }),
    );
}

async function prefilledFile(
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
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (!row) throw new StepError(`The file of the form value '${key}' was not found or is not accessible`);
  return toAttachment(row, publicUrl());
}

async function requireFit(threads: ThreadPool, form: Fields, data: Fields, checking: Checking): Promise<void> {
  // A file that may be left out may also be null, which is no object.
  const present = fieldsOf(form).filter(
    ([key, field]) => Object.hasOwn(data, key) && !(data[key] === null && isFileField(field)),
  );
  const checked = {
    schema: JSON.stringify(form),
    data: JSON.stringify(Object.fromEntries(present.map(([key]) => [key, data[key]]))),
  };
  const problem = await check(threads, checked, checking).catch(error => {
    if (isClosed(error)) throw serviceStopping();
    throw isEndless(error) ? validationError('data', 'takes too long to check') : error;
  });
  if (problem?.of === 'data') throw validationError(problem.where, problem.what);
  if (problem) throw validationError('data', `the form can not be checked: ${problem.what}`);
}

async function check(threads: ThreadPool, given: FormCheck, checking: Checking): Promise<SchemaProblem | null> {
  return threads.run<SchemaProblem | null>(CHECK, given, { ...checking, ...fixedLimits.schemaCheck });
}

function isEndless(error: unknown): boolean {
  return error instanceof ThreadError && (error.reason === 'timeout' || error.reason === 'memory');
}

function isClosed(error: unknown): boolean {
  return error instanceof ThreadError && error.reason === 'closed';
}

function fieldsOf(form: Form): [string, unknown][] {
  return form && isObject(form.properties) ? Object.entries(form.properties) : [];
}
