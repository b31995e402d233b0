import { formatNumber } from '../locale.ts';

export {
  actions,
  builder,
  change,
  close,
  closeThePanel as closePanel,
  connect,
  data,
  deleteAction as deleteSelection,
  discard,
  empty as emptyValue,
  everywhere,
  issues,
  keepMine,
  mine,
  move,
  note,
  output,
  params,
  publish,
  settings,
  steps as stepsTitle,
  takeTheirs,
  text,
  tools,
  undo,
  variables as openVariables,
  workflow,
} from './common.ts';

export const paste = (steps: string | number) => `${steps} einfügen`;
export const duplicate = (steps: string | number) => `${steps} duplizieren`;
export const deleteNamed = (value: string | number) => `${value} löschen`;
export const tidyUp = 'Aufräumen';
export const add = (value: string | number) => `${value} hinzufügen`;
export const addNote = 'Notiz hinzufügen';
export const resizeNote = 'Größe einer Notiz ändern';
export const step = 'einen Schritt';
export const steps = (count: string | number) => `${count} Schritte`;
export const removedOneChangedOther = 'Einmal entfernt, einmal geändert';
export const pinnedOutput = 'Angeheftete Ausgabe';
export const removeStep = 'Schritt entfernen';
export const keepStep = 'Schritt behalten';
export const chooseBetweenTwoVersions = 'Zwischen zwei Fassungen wählen';
export const somebodyElseChangedSame = 'Jemand anderes hat dasselbe geändert';
export const chooseWhatStaysEverything =
  'Wählen Sie, was bleibt. Alles andere ist schon zusammengeführt, und vorher wird nichts gespeichert.';
export const show = 'Zeigen';
export const keepAllMine = 'Alle meine behalten';
export const takeAllTheirs = 'Alle anderen übernehmen';
export const theirsComparedMine = 'Die andere, im Vergleich mit meiner';
export const stepsMoved = (count: string | number) => `${count} Schritte verschoben`;
export const connection = (kind: string | number) => `Verbindung ${kind}`;
export const most64LettersDigits = 'Höchstens 64 Buchstaben, Ziffern und _, und keine Ziffer am Anfang';
export const thereStepAlready = (newId: string | number) => `Einen Schritt ${newId} gibt es schon`;
export const thereNoSuchStep = 'Diesen Schritt gibt es nicht';
export const stepCanNotLead = 'Ein Schritt kann nicht zu sich selbst führen';
export const nothingCanLeadTrigger = 'Zu einem Auslöser kann nichts führen';
export const nothingCanFollowStep = 'Auf diesen Schritt kann nichts folgen';
export const stepNoSuchOutput = 'Der Schritt hat keinen solchen Ausgang';
export const stepsConnectedAlready = 'Die Schritte sind schon verbunden';
export const workflowCanNotCycles = 'Ein Workflow kann keine Kreise haben';
export const allWorkflows = 'Alle Workflows';
export const readOnly = 'Nur lesen';
export const renameWorkflow = 'Workflow umbenennen';
export const nameWorkflow = 'Name des Workflows';
export const nothingUndo = 'Nichts rückgängig zu machen';
export const nothingRedo = 'Nichts zu wiederholen';
export const redo = 'Wiederholen';
export const openingWorkflow = 'Der Workflow wird geöffnet';
export const writeNote = 'Notiz schreiben';
export const stepNamed = (displayName: string | number) => `Schritt ${displayName}`;
export const edit = (id: string | number) => `${id} bearbeiten`;
export const rename = (id: string | number) => `${id} umbenennen`;
export const editor = 'Editor';
export const moreOfWorkflow = 'Builder, Einstellungen und Verlauf';
export const addStep = 'Schritt hinzufügen';
export const tidyUpShiftL = 'Aufräumen (Umschalt L)';
export const showCanvas = 'Zeichenfläche zeigen';
export const showList = 'Als Liste zeigen';
export const keys = 'Tasten (?)';
export const oneEntryDefinitionCan =
  'Ein Eintrag dieser Definition kann nicht gezeigt werden und entfällt mit der nächsten Änderung.';
export const entriesDefinitionCanNot = (count: string | number) =>
  `${count} Einträge dieser Definition können nicht gezeigt werden und entfallen mit der nächsten Änderung.`;
export const workflowEmpty = 'Dieser Workflow ist leer';
export const beginsTriggerWhatStarts =
  'Er beginnt mit einem Auslöser, der ihn startet. Darauf folgen die anderen Schritte.';
export const addTrigger = 'Auslöser hinzufügen';
export const keysEditor = 'Tasten des Editors';
export const walkChoose = 'Bewegen und auswählen';
export const walkStepStep = 'Von Schritt zu Schritt gehen';
export const openStep = 'Schritt öffnen';
export const closeEndSelection = 'Schließen oder die Auswahl aufheben';
export const selectEverything = 'Alles auswählen';
export const shiftDrag = 'Umschalt Ziehen';
export const selectBox = 'Mit einem Rahmen auswählen';
export const ctrlClick = 'Strg Klick';
export const addSelection = 'Zur Auswahl hinzufügen';
export const fitWorkflowIntoView = 'Workflow einpassen';
export const addStepAfterSelected = 'Schritt nach dem ausgewählten hinzufügen';
export const moveWhatSelected = 'Auswahl verschieben';
export const tidyUpAllWhat = 'Alles oder die Auswahl aufräumen';
export const duplicateSelection = 'Duplizieren';
export const copyCutPasteJSON = 'Als JSON kopieren, ausschneiden, einfügen';
export const tryStep = 'Ausprobieren';
export const testStep = 'Schritt testen';
export const pinOutputStepEnd = 'Ausgabe des Schritts anheften oder lösen';
export const goAnything = 'Zu allem gehen';
export const showKeys = 'Diese Liste zeigen';
export const unsavedChanges = 'Nicht gespeicherte Änderungen';
export const browserChangesWereNot = (clock: string | number) =>
  `Dieser Browser hat Änderungen von ${clock}, die nicht gespeichert wurden.`;
export const addThem = 'Hinzufügen';
export const addStepAfter = (displayName: string | number) => `Schritt nach ${displayName} hinzufügen`;
export const itemsDone = (done: string | number, total: string | number) => `${done} von ${total}`;
export const outputPinned = 'Ausgabe angeheftet';
export const endBranch = 'Das Ende seines Zweigs';
export const thenStep = (value: string | number) => `Dann ${value}`;
export const markdownHeadingsListsBold = 'Markdown: Überschriften, Listen, fett, Code';
export const deleteNote = 'Notiz löschen';
export const triggers = 'Auslöser';
export const logic = 'Logik';
export const tool = (name: string | number) => `Werkzeug ${name}`;
export const searchStepsTools = 'Schritte und Werkzeuge suchen';
export const stepsTools = 'Schritte und Werkzeuge';
export const moreTools = (count: number) => `und ${formatNumber(count)} weitere: suchen Sie danach`;
export const nothingCalled = 'Nichts heißt so.';
export const gives = (output: string | number) => `Ergibt ${output}`;
export const youAnotherTab = 'Sie, in einem anderen Tab';
export const here = (name: string | number) => `${name} ist hier`;
export const youWorkflowOpenAnother = 'Sie haben diesen Workflow in einem anderen Tab geöffnet';
export const isHere = (name: string) => `${name} ist hier`;
export const areHere = (names: string) => `${names} sind hier`;
export const dataRun = (clock: string | number) => `Daten des Laufs ${clock}`;
export const dataNoRun = 'Daten: kein Lauf';
export const dataOfRun = 'Daten eines Laufs';
export const resultsTemplatesShownData = 'Ergebnisse von Vorlagen zeigen die Daten von';
export const workflowNotRunYet = 'Dieser Workflow ist noch nicht gelaufen';
export const tryNow = 'Jetzt versuchen';
export const saved = 'Gespeichert';
export const savedAt = (clock: string | number) => `Gespeichert ${clock}`;
export const notSaved = (why: string | number) => `Nicht gespeichert: ${why}`;
export const youMayLookWorkflow = 'Sie dürfen diesen Workflow ansehen, aber nicht ändern.';
export const saving = 'Wird gespeichert';
export const choicesMake = (count: string | number) => `${count} Entscheidungen zu treffen`;
export const somebodyElseChangedSameChoose = 'Jemand anderes hat dasselbe geändert. Wählen Sie, was bleibt.';
export const youSignedOut = 'Sie sind abgemeldet';
export const signAgainSave = 'Melden Sie sich an, um zu speichern.';
export const triedAgainYourNext = 'Mit Ihrer nächsten Änderung wird es noch einmal versucht.';
export const triedAgainUntilSucceeds = 'Es wird weiter versucht, bis es gelingt.';
export const yourChangesKeptBrowser = 'Ihre Änderungen sind in diesem Browser aufbewahrt.';
export const unfinishedJson = 'unvollständiges JSON';
export const unfinishedJsonIn = (steps: string) =>
  `Das eingegebene JSON ist noch nicht vollständig, in ${steps}. Es bleibt in diesem Tab.`;
export const openAgainToSave =
  'Ihre Änderungen sind in diesem Browser aufbewahrt. Sie werden gespeichert, wenn Sie den Workflow hier wieder öffnen.';
export const leftIsLost = 'Der Browser konnte Ihre Änderungen nicht aufbewahren.';
export const browserCanNotKeep =
  'Dieser Browser kann Ihre Änderungen nicht aufbewahren. Lassen Sie die Seite deshalb geöffnet.';
export const selection = 'Auswahl';
export const testStepKey = 'Schritt testen (.)';
export const endPinP = 'Ausgabe lösen (P)';
export const pinOutputP = 'Ausgabe anheften (P)';
export const addStepAfterTab = 'Schritt danach hinzufügen (Tab)';
export const duplicateCtrlD = 'Duplizieren (Strg D)';
export const deleteDelete = 'Löschen (Entf)';
export const widthPanel = 'Breite der Seitenleiste';
export const docs = 'Hilfe';
export const stepNoParams = 'Dieser Schritt hat keine Parameter.';
export const stepsWorkflow = 'Schritte des Workflows';
export const chooseBetweenVersions = 'Zwischen Fassungen wählen';
export const chooseMine = (what: string) => `${what} (meine)`;
export const chooseTheirs = (what: string) => `${what} (andere)`;
export const stepMoved = '1 Schritt verschoben';
export const undoWhat = (what: string) => `Rückgängig machen: ${what}`;
export const redoWhat = (what: string) => `Wiederholen: ${what}`;
export const openSettings = 'Einstellungen und Tests';
export const openStepWide = 'Den Schritt mit seinen Daten und seiner Ausgabe daneben öffnen';
export const sideBySide = 'Daten, Parameter und Ausgabe nebeneinander';
export const besideCanvas = 'Nur die Seitenleiste neben der Zeichenfläche';
export const leadRight = 'Nach rechts führen';
export const leadDown = 'Nach unten führen';
