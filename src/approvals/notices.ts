/** What people are told of an approval. */
import type { NewNotification } from '../accounts/notifications.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { ApprovalRow } from './approvals.ts';
import { approvalPath, ownApprovalPath } from './page.ts';

type Asked = Pick<ApprovalRow, 'id' | 'title' | 'message' | 'expires_at' | 'by_link'>;

/** `opening` is the sentence that says why somebody is told of it. */
export function aboutApproval(
  publicUrl: string,
  { id, title, message, expires_at, by_link }: Asked,
  { event, opening }: { event: string; opening: string },
): NewNotification {
  return {
    ...{ event, kind: 'approval', title },
    text: toMarkdown(opening, message, expires_at),
    link: `${publicUrl}${approvalPath(id)}`,
    ...(by_link && { ownPath: ownApprovalPath(id) }),
  };
}

/** A long message is cut, because the approval itself has all of it. */
function toMarkdown(opening: string, message: string, expiresAt: Date): string {
  const most = fixedLimits.descriptionCharacters;
  const shown = message.length > most ? `${message.slice(0, most).toWellFormed()}…` : message;
  const until = expiresAt.toISOString().replace('T', ' ').slice(0, 16);
  return [opening, shown, `To be decided until ${until} UTC`].filter(part => part.trim() !== '').join('\n\n');
}
