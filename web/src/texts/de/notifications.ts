import * as words from './common.ts';
export const notifications = {
  title: words.notifications,
  which: 'Welche Benachrichtigungen',
  all: words.all,
  unread: words.unread,
  markAll: 'Alle als gelesen markieren',
  markOne: (title: string) => `Als gelesen markieren: ${title}`,
  isUnread: words.unread,
  list: 'Liste der Benachrichtigungen',
  more: words.showMore,
  nothing: 'Es gibt nichts Neues',
  nothingText:
    'Wenn eine Freigabe auf Sie wartet oder ein Workflow von Ihnen ausgeschaltet wird oder Ihnen etwas mitteilt, lesen Sie es hier und in Ihrem Postfach.',
  nothingUnread: 'Sie haben alles gelesen',
  nothingUnreadText: 'Was Sie gelesen haben, bleibt noch eine Weile.',
  showAll: words.showAll,
  toApprovals: 'Zu den Freigaben',
  curl: `curl -s "$HEDDLE_URL/api/v1/notification/find" -H "uni-api-key: $KEY" -d '{"filters": [["read", "==", false]]}'`,
};
