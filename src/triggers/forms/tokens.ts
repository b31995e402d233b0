/**
 * What the pages of forms carry from one request to the next, signed, so that nothing about it has to be stored:
 *
 *   the token of a page    when the page was made, and a key with which sending it twice starts one run
 *   the token of a result  which run the answers have started, and when
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveId, isUuid } from '../../platform/ids.ts';

export interface SignedToken {
  /** The key of the page, or what a result belongs to. */
  value: string;
  issuedAtMs: number;
}

/** What a token is for. A token of one kind is not valid as one of another. */
export type TokenKind = 'page' | 'result';

/** Signs the tokens of one form. */
export interface TokenSigner {
  sign(kind: TokenKind, token: SignedToken): string;
  /** Returns undefined for what this signer did not sign. */
  read(kind: TokenKind, text: string): SignedToken | undefined;
}

export function createTokenSigner(key: Uint8Array, triggerId: string): TokenSigner {
  const signature = (kind: TokenKind, time: string, value: string) =>
    createHmac('sha256', key).update(`${kind} ${triggerId} ${time} ${value}`).digest();
  return {
    sign(kind, { value, issuedAtMs }) {
      const time = issuedAtMs.toString(36);
      return `${time}.${value}.${signature(kind, time, value).toString('base64url')}`;
    },
    read(kind, text) {
      const [time = '', value = '', signed = '', ...rest] = text.split('.');
      const expected = signature(kind, time, value);
      const given = Buffer.from(signed, 'base64url');
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return { value, issuedAtMs: Number.parseInt(time, 36) };
    },
  };
}

export function newPageToken(signer: TokenSigner): string {
  return signer.sign('page', { value: randomBytes(16).toString('base64url'), issuedAtMs: Date.now() });
}

/** Whether a token is at most so many hours old. */
export function isRecent({ issuedAtMs }: SignedToken, hours: number): boolean {
  return Date.now() - issuedAtMs <= hours * 3_600_000;
}

/** The answers that somebody has sent, and the run that they have started. */
export interface SentAnswers {
  runId: string;
  /** Part of the input of the run. Another run may have been chosen for the answers, whose result is not theirs. */
  submissionId: string;
}

export function newResultToken(signer: TokenSigner, { runId, submissionId }: SentAnswers): string {
  return signer.sign('result', { value: `${runId}_${submissionId}`, issuedAtMs: Date.now() });
}

export function readSentAnswers({ value }: SignedToken): SentAnswers | undefined {
  const [runId, submissionId] = value.split('_');
  return isUuid(runId) && isUuid(submissionId) ? { runId, submissionId } : undefined;
}

/** The same page gives the same id, however often it is sent. */
export function toSubmissionId(triggerId: string, { value }: SignedToken): string {
  return deriveId(`form ${triggerId} ${value}`);
}
