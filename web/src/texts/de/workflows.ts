import { counted, formatNumber } from '../locale.ts';
import { countIssues, countRuns } from './counts.ts';

export * from './common.ts';

/** Says what was done with all of them, or with some of them. */
const whatWas = (verb: string) => (done: number, all: number) =>
  done === all
    ? `${counted(done, 'Workflow wurde', 'Workflows wurden')} ${verb}.`
    : `${formatNumber(done)} von ${formatNumber(all)} Workflows wurden ${verb}.`;

export const turn = 'Einschalten';
export const turnOff = 'Ausschalten';
export const share = 'Teilen';
export const selectedWorkflows = 'Ausgewählte Workflows';
export const selected = (count: string | number) => `${count} ausgewählt`;
export const moreFailed = (value: string | number) => `${value} weitere fehlgeschlagen`;
export const copyNamed = (value: string | number) => `${value} kopieren`;
export const copyName = (name: string | number) => `Kopie von ${name}`;
export const credentialsFill = (value: string | number) => `Auszufüllende Zugangsdaten: ${value}.`;
export const copyYoursNotShared = 'Die Kopie gehört Ihnen, ist nicht geteilt und nicht veröffentlicht.';
export const nameCopy = 'Name der Kopie';
export const newWorkflow = 'Neuer Workflow';
export const orStartExample = 'Oder mit einem Beispiel beginnen';
export const createEmpty = 'Leer erstellen';
export const deleteCounted = (count: string | number) => `${count} löschen`;
export const whatGoesWithOne = 'Das lässt sich nicht rückgängig machen. Damit verschwindet:';
export const whatGoesWithMany = 'Das lässt sich nicht rückgängig machen. Damit verschwindet auch:';
export const more = (more: string | number) => `${more} weitere`;
export const issuesToLookAt = (issues: number) => `${countIssues(issues)} anzusehen.`;
export const imported = (name: string | number) => `${name} wurde importiert.`;
export const dropImport = 'Zum Importieren ablegen';
export const neverPublished = 'Nie veröffentlicht';
export const changedLast = 'Zuletzt geändert';
export const runLast = 'Zuletzt gelaufen';
export const failingCounted = (total: string | number) => `Fehlschlagend (${total})`;
export const failingOnly = 'Fehlschlagend';
export const searchWorkflows = 'Workflows durchsuchen';
export const searchNameTextStep = 'Name, Text, Schritt, Werkzeug';
export const whoseWorkflows = 'Wessen Workflows';
export const trigger = 'Auslöser';
export const anyTrigger = 'Alle Auslöser';
export const sort = 'Sortieren nach';
export const noRunsLastDay = 'Keine Läufe am letzten Tag';
export const runsOfLastDay = (total: number, failed: number) =>
  `${countRuns(total)} am letzten Tag, ${failed === 0 ? 'keiner' : failed} fehlgeschlagen`;
export const allRunsFilesApprovals =
  'Alle Läufe, mit den Dateien, Freigaben und Unterhaltungen, die ihre Schritte erstellt haben.';
export const allRevisionsPublishedVersions = 'Alle Revisionen und veröffentlichten Versionen.';
export const formsClose = (forms: number) =>
  forms === 1 ? 'Die Seite des Formulars verschwindet.' : `Die Seiten von ${forms} Formularen verschwinden.`;
export const webhooksStop = (webhooks: number) =>
  webhooks === 1 ? 'Die Webhook-URL gilt nicht mehr.' : `${webhooks} Webhook-URLs gelten nicht mehr.`;
export const schedulesEnd = (schedules: number) =>
  schedules === 1 ? 'Der Zeitplan löst nicht mehr aus.' : `${schedules} Zeitpläne lösen nicht mehr aus.`;
export const runsWaitForDecision = (waiting: number) =>
  `${countRuns(waiting)}, ${waiting === 1 ? 'der' : 'die'} auf eine Entscheidung ${waiting === 1 ? 'wartet' : 'warten'}.`;
export const runsWait = (waiting: number) => `${waiting} ${waiting === 1 ? 'wartet' : 'warten'}`;
export const neverRun = 'nie gelaufen';
export const isOn = (name: string | number) => `${name} ist eingeschaltet`;
export const bySchedule = 'nach Zeitplan';
export const noTrigger = 'Kein Auslöser';
export const published = (count: string | number) => `Veröffentlicht ${count}`;
export const shareDialog = 'Teilen …';
export const copyDialog = 'Kopieren …';
export const selectAll = 'Alle auswählen';
export const publishedColumn = 'Veröffentlicht';
export const failedColumn = 'Fehler';
export const lastRun = 'Letzter Lauf';
export const turnedOn = whatWas('eingeschaltet');
export const turnedOff = whatWas('ausgeschaltet');
export const noWorkflowYouCan = 'Kein Workflow, den Sie sehen können, passt zur Suche und zu den Filtern.';
export const showAllWorkflows = 'Alle Workflows anzeigen';
export const nothingSharedYouYet = 'Mit Ihnen ist noch nichts geteilt';
export const workflowsOthersShareYou =
  'Workflows, die andere mit Ihnen teilen, erscheinen hier. Ihr Konto darf Workflows lesen, aber keine erstellen.';
export const startExample = 'Mit einem Beispiel beginnen';
export const workflowGraphStepsForm =
  'Ein Workflow ist ein Graph von Schritten, den ein Formular, ein Webhook oder ein Zeitplan startet. Jedes Beispiel läuft, wie es ist. Sie können auch einen exportierten Workflow hier ablegen.';
export const deletedDone = whatWas('gelöscht');
export const sharedDone = whatWas('geteilt');
export const fileNotJson = (file: string) => `${file} ist kein JSON`;
export const fileWithoutWorkflow = (file: string) => `${file} enthält keinen Workflow`;
export const fileNoExport = (file: string) => `${file} ist kein Export von Workflows`;
export const takeTour = 'Rundgang beginnen';
export const tourText =
  'In drei Minuten bauen Sie einen kleinen Workflow, führen ihn aus, machen ihn kaputt und reparieren ihn.';
