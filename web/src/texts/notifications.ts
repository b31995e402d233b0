/** The words of the page of notifications. */
import * as words from './common.ts';
export const notifications = {
  title: words.notifications,
  which: 'Which notifications',
  all: words.all,
  unread: words.unread,
  markAll: 'Mark all as read',
  markOne: (title: string) => `Mark as read: ${title}`,
  isUnread: words.unread,
  list: 'List of notifications',
  more: words.showMore,
  nothing: 'Nothing to tell you',
  nothingText:
    'When an approval waits for you, or a workflow of yours is switched off or tells you something, you read it here and in your mail.',
  nothingUnread: 'You have read everything',
  nothingUnreadText: 'What you have read is kept for a while.',
  showAll: words.showAll,
  toApprovals: 'Go to the approvals',
  curl: `curl -s "$HEDDLE_URL/api/v1/notification/find" -H "uni-api-key: $KEY" -d '{"filters": [["read", "==", false]]}'`,
};
