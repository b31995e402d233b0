/** What the address of the sign-in page says. */

import type { SignInProblem } from '../../../src/accounts/sign-in/oidc-links.ts';
import * as texts from '../texts/sign-in.ts';

export interface SignInSearch {
  /** The local path to return to. */
  return?: string;
  /** Why the identity provider did not let somebody in. */
  problem?: SignInProblem;
}

export const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  unreachable: texts.identityProviderCanNot,
  expired: texts.signTookTooLong,
  refused: texts.identityProviderDidNot,
  unknown: texts.youNoAccountHere,
  unverified: texts.identityProviderNotVerified,
};

export function readSignInSearch(raw: Record<string, unknown>): SignInSearch {
  const path = toLocalPath(raw.return);
  return {
    ...(path !== undefined && { return: path }),
    ...(isProblem(raw.problem) && { problem: raw.problem }),
  };
}

function isProblem(value: unknown): value is SignInProblem {
  return typeof value === 'string' && Object.hasOwn(PROBLEMS, value);
}

const ELSEWHERE = 'http://local.invalid';

/** A path such as `//example.org`, `/\example.org` or `/..//example.org` would lead to another site. */
function toLocalPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return undefined;
  const url = URL.parse(value, ELSEWHERE);
  if (url?.origin !== ELSEWHERE || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
