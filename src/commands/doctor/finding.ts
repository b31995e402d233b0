/** What a check of `heddle doctor` has found. */
export interface Finding {
  check: string;
  ok: boolean;
  /** What was found, or what is wrong. */
  detail: string;
  /** What to do. */
  advice?: string;
}

/** Runs one check. Its text is what was found. */
export async function check(name: string, advice: string, find: () => Promise<string>): Promise<Finding> {
  try {
    return { check: name, ok: true, detail: await find() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const detail = cause instanceof Error ? cause.message || cause.name : String(cause);
    return { check: name, ok: false, detail, advice };
  }
}
