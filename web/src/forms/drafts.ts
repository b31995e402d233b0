/** Texts that are not valid JSON yet. They are kept while their field is not shown, so that nothing typed is lost. */
const drafts = new Map<string, string>();

export function readDraft(path: string): string | undefined {
  return drafts.get(path);
}

/** Without a text, the draft is over. */
export function keepDraft(path: string, text: string | undefined): void {
  if (text === undefined) drafts.delete(path);
  else drafts.set(path, text);
}
