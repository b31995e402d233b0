export const notifications = {
  which: 'Welche Benachrichtigungen',
  markAll: 'Alle als gelesen markieren',
  markOne: (title: string) => `Als gelesen markieren: ${title}`,
  list: 'Liste der Benachrichtigungen',
  nothing: 'Es gibt nichts Neues',
  nothingText:
    'Wenn eine Freigabe auf Sie wartet oder ein Workflow von Ihnen ausgeschaltet wird oder Ihnen etwas mitteilt, lesen Sie es hier und in Ihrem Postfach.',
  nothingUnread: 'Sie haben alles gelesen',
  nothingUnreadText: 'Was Sie gelesen haben, bleibt noch eine Weile.',
  curl: `curl -s "$HEDDLE_URL/api/v1/notification/find" -H "uni-api-key: $KEY" -d '{"filters": [["read", "==", false]]}'`,
};
