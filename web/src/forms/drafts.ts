/**
 * Texts that are not valid JSON yet. They are kept while their field is not shown, and those of forms that have an id also
 * when the page is loaded again, so that nothing typed is lost.
 */
const KEY = 'heddle.json-drafts';
/** Begins the paths of forms without an id of their own. */
export const PASSING = '~';

const drafts = read();
const listeners = new Set<() => void>();
addEventListener('pagehide', write);

/** What the ids of all forms of a workflow begin with, for one user: somebody else may sign in in the same tab. */
export function draftsOf(userId: string, workflowId: string): string {
  return `${userId}/${workflowId}/`;
}

export function readDraft(path: string): string | undefined {
  return drafts.get(path);
}

/** Without a text, the draft is over. */
export function keepDraft(path: string, text: string | undefined): void {
  if (text === undefined) drafts.delete(path);
  else drafts.set(path, text);
  for (const listener of listeners) listener();
}

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the forms whose ids begin so and that have drafts, as the rests of their ids, separated by line breaks. */
export function findDrafts(prefix: string): string {
  const paths = [...drafts.keys()].filter(path => path.startsWith(prefix));
  return [...new Set(paths.map(path => path.slice(prefix.length).split('/', 1)[0]))].join('\n');
}

function read(): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return new Map(Array.isArray(stored) ? stored : []);
  } catch {
    return new Map();
  }
}

function write(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...drafts].filter(([path]) => !path.startsWith(PASSING))));
  } catch {
    // Without storage, they live as long as the page.
  }
}
