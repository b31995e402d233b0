/** The words of the page of notifications. */
export const notifications = {
  which: 'Which notifications',
  markAll: 'Mark all as read',
  markOne: (title: string) => `Mark as read: ${title}`,
  list: 'List of notifications',
  nothing: 'Nothing to tell you',
  nothingText:
    'When an approval waits for you, or a workflow of yours is switched off or tells you something, you read it here and in your mail.',
  nothingUnread: 'You have read everything',
  nothingUnreadText: 'What you have read is kept for a while.',
  curl: `curl -s "$HEDDLE_URL/api/v1/notification/find" -H "uni-api-key: $KEY" -d '{"filters": [["read", "==", false]]}'`,
};
