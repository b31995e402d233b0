/** The scopes of API keys. */
import { andMore, everything, scopeWords } from '../texts/scopes.ts';

export const SCOPES = Object.keys(scopeWords).filter(isListed);

function isListed(scope: string): scope is keyof typeof scopeWords {
  return Object.hasOwn(scopeWords, scope);
}

/** Names what a key may do in a few words, such as `Chat, Conversations and 2 more`. */
export function summarizeScopes(scopes: readonly string[]): string {
  if (scopes.includes('*')) return everything.label;
  const labels = scopes.map(scope => (isListed(scope) ? scopeWords[scope].label : scope));
  return labels.length <= 3 ? labels.join(', ') : andMore(labels.slice(0, 2).join(', '), labels.length - 2);
}
