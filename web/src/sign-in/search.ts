/** What the address of the sign-in page says. */
export interface SignInSearch {
  /** The local path to return to. */
  return?: string;
  /** Whether the last session has ended. */
  ended?: boolean;
}

export function readSignInSearch(raw: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof raw.return === 'string' && isLocalPath(raw.return) && { return: raw.return }),
    ...(raw.ended === true && { ended: true }),
  };
}

/** A path such as `//example.org` or `/\example.org` would lead to another site. */
function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
