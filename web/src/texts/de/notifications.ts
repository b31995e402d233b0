export const notifications = {
  title: 'Benachrichtigungen',
  which: 'Welche Benachrichtigungen',
  all: 'Alle',
  unread: 'Ungelesen',
  markAll: 'Alle als gelesen markieren',
  markOne: (title: string) => `Als gelesen markieren: ${title}`,
  isUnread: 'Ungelesen',
  list: 'Liste der Benachrichtigungen',
  more: 'Mehr anzeigen',
  nothing: 'Es gibt nichts Neues',
  nothingText:
    'Wenn eine Freigabe auf Sie wartet oder ein Workflow von Ihnen ausgeschaltet wird oder Ihnen etwas mitteilt, lesen Sie es hier und in Ihrem Postfach.',
  nothingUnread: 'Sie haben alles gelesen',
  nothingUnreadText: 'Was Sie gelesen haben, bleibt noch eine Weile.',
  showAll: 'Alle anzeigen',
  toApprovals: 'Zu den Freigaben',
  curl: `curl -s "$HEDDLE_URL/api/v1/notification/find" -H "uni-api-key: $KEY" -d '{"filters": [["read", "==", false]]}'`,
};
