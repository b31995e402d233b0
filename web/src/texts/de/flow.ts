import * as words from './common.ts';
import { countTests } from './counts.ts';

export const flow = {
  close: words.close,
  settings: words.settings,
  tests: words.tests,
  views: 'Was gezeigt wird',
};

export const workflowSettings = {
  about: 'Was für die Läufe dieses Workflows insgesamt gilt. Änderungen gelten ab der nächsten Veröffentlichung.',
  change: 'Einstellungen ändern',
  groups: {
    concurrency: 'Wie viele Läufe gleichzeitig',
    failures: 'Wenn Läufe fehlschlagen',
    runs: words.runs,
    tool: 'Als Werkzeug',
    publishing: 'Veröffentlichung',
  },
  keepByStatus: 'Läufe je nach ihrem Status verschieden lange aufbewahren',
  keepByStatusAbout: 'Zum Beispiel fehlgeschlagene Läufe länger als erfolgreiche.',
  alert: 'Personen benachrichtigen, wenn automatische Läufe fehlschlagen',
  alertAbout: 'Sonst wird der Eigentümer sofort benachrichtigt, und danach höchstens einmal pro Stunde.',
};

export const workflowTests = {
  about:
    'Ein Test gibt dem Workflow eine Eingabe und die Ergebnisse seiner Effekte vor und prüft, was herauskommt. Nichts wird gesendet, und kein Lauf wird gespeichert.',
  none: 'Es gibt noch keine Tests.',
  noneHow: 'Öffnen Sie einen Lauf und wählen Sie in seinem Menü „Test erstellen“, oder fügen Sie hier einen hinzu.',
  add: 'Test hinzufügen',
  runAll: 'Alle Tests ausführen',
  run: (name: string) => `${name} ausführen`,
  edit: (name: string) => `${name} bearbeiten`,
  editShort: words.edit,
  delete: (name: string) => `${name} löschen`,
  deleteShort: words.deleteAction,
  deleteTitle: 'Test löschen?',
  deleteText: (name: string) => `„${name}“ wird für alle gelöscht, die an diesem Workflow arbeiten.`,
  passed: 'Bestanden',
  failed: words.failed,
  notRun: 'Noch nicht ausgeführt',
  ended: (passed: number, failed: number) =>
    failed === 0 ? `${countTests(passed)} bestanden` : `${countTests(failed)} fehlgeschlagen`,
  name: words.name,
  content: words.test,
  contentAbout:
    'trigger_node_id, input, pins (Ergebnisse von Schritten nach ihren Ids, id[2] für das dritte Element einer Schleife) und expect (status, output, error, steps).',
  save: words.save,
  notJson: 'Das ist kein gültiges JSON.',
  notObject: 'Das muss ein Objekt mit input, pins und expect sein.',
  list: words.tests,
};

export const makeTest = {
  item: 'Test erstellen',
  made: (name: string) => `Der Test „${name}“ wurde dem Workflow hinzugefügt`,
};

export const versions = {
  title: 'Frühere Versionen',
  show: 'Frühere Versionen zeigen',
  version: (version: number) => `Version ${version}`,
  publishAgain: 'Erneut veröffentlichen',
  publishAgainOf: (version: number) => `Version ${version} erneut veröffentlichen`,
  askTitle: (version: number) => `Version ${version} erneut veröffentlichen?`,
  askText: 'Sie wird zur nächsten Version und läuft sofort. Der Entwurf bleibt, wie er ist.',
  published: (version: number) => `Version ${version} ist erneut veröffentlicht`,
};

export const backfill = {
  open: 'Verpasste Zeiten nachholen',
  title: 'Verpasste Zeiten nachholen',
  about:
    'Startet einen Lauf für jede Zeit des Zeitplans in diesem Zeitraum. Zeiten, die schon einen Lauf haben, werden ausgelassen.',
  from: words.from,
  to: 'Bis',
  again: 'Auch Zeiten wiederholen, die schon einen Lauf haben',
  start: 'Läufe starten',
  started: 'Die Läufe werden gestartet',
  invalid: 'Geben Sie eine Zeit wie 2026-03-01 08:00 ein.',
};
