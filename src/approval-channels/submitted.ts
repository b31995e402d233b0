/** Reads what the page of an approval sends: a web form with the answers, a comment and the pressed button. */
import type { FastifyRequest } from 'fastify';
import type { ApprovalRow } from '../approvals/approvals.ts';
import type { ApprovalLimits, DecideRequest } from '../approvals/schemas.ts';
import { textProblem } from '../http/json-body.ts';
import { type BodyServices, collectBody, openBodyResources } from '../http/request-body.ts';
import type { Language } from '../platform/languages.ts';
import { toAnswers } from '../triggers/forms/answers.ts';
import type { FormField } from '../triggers/forms/form.ts';
import { translateProblem, type Words } from './words.ts';

/** The fields of the page that are not part of the form. */
export const DECISION_FIELD = '_heddle_decision';
export const COMMENT_FIELD = '_heddle_comment';

export interface Submitted {
  request: DecideRequest;
  /** What was sent, so that nobody has to write it again. */
  texts: ReadonlyMap<string, string>;
  problems: Map<string, string>;
  notice: string | undefined;
}

/** Browsers send three characters for each byte of what is no letter, and a character has up to three bytes. */
const BYTES_PER_CHARACTER = 9;
const OVERHEAD_BYTES = 64 * 1024;

export async function readBytes(request: FastifyRequest, services: BodyServices, mostBytes: number): Promise<Buffer> {
  const limitBytes = mostBytes;
  const onLarge = (bytes: number) => openBodyResources(services, request).memory.grow(bytes);
  return new Promise((resolve, reject) => {
    collectBody(request, { limitBytes, mostBytes, onLarge }, (error, start) =>
      start ? resolve(start.bytes) : reject(error),
    );
  });
}

export async function readTexts(
  request: FastifyRequest,
  services: BodyServices,
  { dataCharacters, commentCharacters }: ApprovalLimits,
): Promise<ReadonlyMap<string, string>> {
  const most = OVERHEAD_BYTES + (dataCharacters + commentCharacters) * BYTES_PER_CHARACTER;
  const bytes = await readBytes(request, services, most);
  return new Map(new URLSearchParams(bytes.toString()));
}

interface Reading {
  fields: readonly FormField[];
  limits: ApprovalLimits;
  language: Language;
  words: Words;
}

export function readSubmitted(row: ApprovalRow, texts: ReadonlyMap<string, string>, reading: Reading): Submitted {
  const { fields, limits, language, words } = reading;
  const decision = texts.get(DECISION_FIELD);
  const comment = (texts.get(COMMENT_FIELD) ?? '').replaceAll('\r\n', '\n');
  const answers = toAnswers({ fields }, texts);
  const isApproval = decision === 'approve';
  const problems = new Map(
    isApproval ? [...answers.problems].map(([name, text]) => [name, translateProblem(text, language)] as const) : [],
  );
  const request: DecideRequest = {
    approval_id: row.id,
    decision: isApproval ? 'approve' : 'reject',
    comment,
    ...(isApproval && { data: withEmptied(row, fields, answers.values) }),
  };
  const notice = isApproval || decision === 'reject' ? undefined : words.chooseDecision;
  const isStorable = [...texts].flat().every(text => textProblem(text) === undefined);
  if (!isStorable) return { request, texts: new Map(), problems, notice: words.badText };
  if (comment.length > limits.commentCharacters) {
    return { request, texts, problems, notice: words.commentTooLong(limits.commentCharacters) };
  }
  return { request, texts, problems, notice: problems.size > 0 ? words.checkAnswers : notice };
}

/** A field that is left out keeps what it showed at first, so one that was emptied is sent, as the console does it. */
function withEmptied(
  { form_values }: ApprovalRow,
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const emptied = fields.filter(
    ({ name, kind }) => kind !== 'file' && Object.hasOwn(form_values, name) && !Object.hasOwn(values, name),
  );
  return {
    ...Object.fromEntries(emptied.map(({ name, schema }) => [name, schema.type === 'string' ? '' : null])),
    ...values,
  };
}
