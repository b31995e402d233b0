import { formatNumber, LOCALE, plural } from '../locale.ts';
import type { BatchProgress } from '../runs.ts';

export * from './common.ts';
export { copied as copiedDone, step as stepLabel, until as toLabel } from './common.ts';

export const selectedRuns = 'Ausgewählte Läufe';
export const allRunsFitSelected = 'Alle passenden Läufe sind ausgewählt';
export const selected = (runs: string | number) => `${runs} ausgewählt`;
export const selectAllFit = 'Alle passenden auswählen';
export const cancelRuns = 'Läufe abbrechen';
export const stepFailed = 'Ab dem Schritt, der fehlgeschlagen ist';
export const whatHadSucceededTaken = 'Was erfolgreich war, wird übernommen und nicht noch einmal getan.';
export const start = 'Von Anfang an';
export const everyStepExecutedAgain = 'Jeder Schritt wird erneut ausgeführt, mit derselben Eingabe.';
export const versionEachRunExecuted = 'Die Version, die jeder Lauf ausgeführt hat';
export const publishedVersion = 'Die veröffentlichte Version';
export const countingRuns = 'Die Läufe werden gezählt';
export const back = 'Zurück';
export const runRunsAgain = (runs: string | number) => `${runs} erneut ausführen`;
export const cancelCounted = (runs: string | number) => `${runs} abbrechen`;
export const whereTheyBegin = 'Wo sie beginnen';
export const whatTheyExecute = 'Was sie ausführen';
export const howFarCome = 'Wie weit es ist';
export const batchProgress = ({ action, status, succeeded, total, refused }: BatchProgress) => {
  const verb = { replay: 'erneut gestartet', cancel: 'abgebrochen', backfill: 'gestartet' }[action];
  const refusals = refused > 0 ? `, ${formatNumber(refused)} abgelehnt` : '';
  const end = { running: '', cancelled: '. Vor dem Ende angehalten', done: '. Fertig' }[status];
  return `${formatNumber(succeeded)} von ${formatNumber(total)} ${verb}${refusals}${end}`;
};
export const refusedTitle = 'Abgelehnt';
export const letGo = 'Weiterlaufen lassen';
export const noRuns = 'Keine Läufe';
export const failed = (format: string | number) => `${format} fehlgeschlagen`;
export const cancelled = (format: string | number) => `${format} abgebrochen`;
export const notEnded = (format: string | number) => `${format} nicht beendet`;
export const searchRuns = 'Läufe durchsuchen';
export const searchIdErrorInput = 'Id, Fehler oder Eingabe';
export const whose = 'Wessen Läufe';
export const whoseTeam = 'Vom Team';
export const whoseMine = 'Nur meine';
export const anyVersion = 'Alle Versionen';
export const whatKnownLastPage = (UNREACHABLE: string | number) =>
  `${UNREACHABLE}. Das ist der letzte bekannte Stand; die Seite macht von selbst weiter, wenn der Dienst wieder da ist.`;
export const showFailedStep = 'Fehlgeschlagenen Schritt zeigen';
export const showResult = 'Ergebnis zeigen';
export const runWaits = 'Der Lauf wartet';
export const waitsAndMore = (wait: string, more: number) => `${wait}, und ${more} weitere`;
export const loadingCanvas = 'Die Zeichenfläche wird geladen';
export const canvasRun = 'Zeichenfläche des Laufs';
export const runsOverTime = (summary: string | number) => `Läufe im Zeitverlauf. ${summary}`;
export const to = (counts: string | number, clock: string | number, clock2: string | number) =>
  `${counts}, ${clock} bis ${clock2}`;
export const run = (shortId: string | number) => `Lauf ${shortId}`;
export const whatSentAlreadyMay =
  'Was er schon gesendet hat, kann bereits geschehen sein. Schritte, die gerade ausgeführt werden, werden angehalten und gelten als fehlgeschlagen. Der Lauf bleibt hier und kann erneut ausgeführt werden.';
export const cancelRunQuestion = 'Diesen Lauf abbrechen?';
export const cancelRun = 'Lauf abbrechen';
export const stepsFilesConversationsApprovals =
  'Auch seine Schritte werden gelöscht, und die Dateien, Unterhaltungen und Freigaben, die sie erstellt haben. Das lässt sich nicht rückgängig machen.';
export const deleteRun = 'Diesen Lauf löschen?';
export const workedAndWaited = (worked: string, waited: string) => `${worked} + ${waited} gewartet`;
export const aboutRun = 'Über den Lauf';
export const versionNumber = (version: string | number) => `Version ${version}`;
export const startedAt = (exact: string | number) => `Begonnen ${exact}`;
export const fromTo = (exact: string | number, exact2: string | number) => `${exact} bis ${exact2}`;
export const queued = (duration: string | number) => `${duration} eingereiht`;
export const waitsForPlace = (places: readonly { limit: number; used: number }[]) =>
  ['wartet auf einen Platz', places.map(({ limit, used }) => `${used} von ${limit} belegt`).join(', ')]
    .filter(Boolean)
    .join(': ');
export const beginsAt = (time: string | number) => `beginnt ${time}`;
export const heldForPlace = 'wartet auf einen Platz';
export const heldForTime = 'beginnt später';
export const replayOf = (run: string | number) => `Wiederholung von ${run}`;
export const copied = (what: string | number) => `${what} kopiert`;
export const moreAboutRun = 'Mehr zum Lauf';
export const id = 'Die Id wurde';
export const copyJSON = 'Als JSON kopieren';
export const runWas = 'Der Lauf wurde';
export const copyInput = 'Eingabe kopieren';
export const input = 'Die Eingabe wurde';
export const command = 'Der Befehl wurde';
export const outputsStepsShownTheir =
  'Ausgaben von Schritten werden mit ihren ersten 2.000 Zeichen gezeigt; ein Schritt selbst zeigt alles.';
export const copyRunJSON = 'Lauf als JSON kopieren';
export const runJSON = 'Der Lauf als JSON';
export const selectAllLoadedRuns = 'Alle geladenen Läufe auswählen';
export const startedColumn = 'Begonnen';
export const duration = 'Dauer';
export const showNewRuns = (runs: number) => `${runs} ${plural(runs, 'neuen Lauf', 'neue Läufe')} anzeigen`;
export const showManyNewRuns = 'Viele neue Läufe anzeigen';
export const lookingMore = 'Weitere werden gesucht';
export const searchedBackFound = (clock: string | number, runs: string | number) =>
  `Bis ${clock} zurück gesucht, ${runs} gefunden.`;
export const theseAreAllOf = (runs: string | number) => `Das sind alle (${runs}).`;
export const readingRun = 'Der Lauf wird gelesen';
export const runHeddle = (workflow_name: string | number) => `${workflow_name} · Lauf · Heddle`;
export const definitionRunExecutedNot =
  'Die Definition, die dieser Lauf ausgeführt hat, ist nicht mehr gespeichert, deshalb gibt es nichts zu zeichnen. Die Zeitachse und die Daten der Schritte sind vollständig.';
export const selectRun = (id: string | number) => `Lauf ${id} auswählen`;
export const step = (name: string | number) => `Schritt ${name}`;
export const backSteps = 'Zurück zu den Schritten';
export const stepNotBegun = 'Dieser Schritt hat noch nicht begonnen.';
export const stepNotBegunInItem = 'Dieser Schritt hat in diesem Element noch nicht begonnen.';
export const itemOfTotal = (value: string | number, value2: string | number) => `Element ${value} von ${value2}`;
export const previousItemStep = (name: string | number) => `Vorheriges Element von ${name} in diesem Schritt`;
export const itemOfTotalIn = (item: number, total: number, loop: string) => `Element ${item} von ${total} von ${loop}`;
export const nextItemStep = (name: string | number) => `Nächstes Element von ${name} in diesem Schritt`;
export const tries = (length: string | number) => `${length} Versuche`;
export const pinnedNotExecuted = 'angeheftet, nicht ausgeführt';
export const continued = (handle: string | number) => `weiter bei ${handle}`;
export const copyError = 'Fehler kopieren';
export const inputRendered = 'Eingabe nach dem Ausfüllen';
export const files = (length: string | number) => `Dateien ${length}`;
export const conversation = 'Unterhaltung';
export const openEditorData = 'Mit diesen Daten im Editor öffnen';
export const runAgainHere = 'Ab hier erneut ausführen';
export const stepJSON = 'Schritt als JSON';
export const inputJSON = 'Eingabe als JSON';
export const requestCurl = 'Seine Anfrage als curl';
export const readStepCurl = 'Diesen Schritt lesen als curl';
export const canvas = 'Zeichenfläche';
export const failedOnly = 'Nur fehlgeschlagene';
export const allTypes = 'Alle Typen';
export const types = (count: string | number) => `${count} Typen`;
export const showAllTypes = 'Alle Typen zeigen';
export const findNamesErrorsOutputs = 'In Namen, Fehlern und Ausgaben suchen';
export const findPlaceholder = 'Namen, Fehler, Ausgaben';
export const clearSearch = 'Suche leeren';
export const otherRun = 'Anderer Lauf';
export const hand = 'Von Hand';
export const byReplay = 'Wiederholung';
export const startedAnything = 'Beliebig gestartet';
export const startedHand = 'Von Hand gestartet';
export const startedAutomatically = 'Automatisch gestartet';
export const recordChanged = 'Datensatz geändert';
export const fileChanged = 'Datei geändert';
export const lastHour = 'Letzte Stunde';
export const last7Days = 'Letzte 7 Tage';
export const last30Days = 'Letzte 30 Tage';
export const until = (clock: string | number) => `Bis ${clock}`;
export const since = (clock: string | number) => `Seit ${clock}`;
export const timeRange = (clock: string | number, clock2: string | number) => `${clock} bis ${clock2}`;
export const noRunFits = 'Kein passender Lauf';
export const noRunYoursFits = 'Keiner Ihrer Läufe passt zur Suche und zu den Filtern.';
export const showAllRuns = 'Alle Läufe anzeigen';
export const nothingRunYet = 'Noch ist nichts gelaufen';
export const runsYouStartAppear =
  'Läufe, die Sie starten, erscheinen hier, und die, die Webhooks und Zeitpläne für Sie starten.';
export const readingConversation = 'Die Unterhaltung wird gelesen';
export const creditsOf = (credits: string | number) => `${credits} Credits`;
export const iteration = 'Durchgang';
export const finished = 'Beendet';
export const continuedAt = 'Weiter bei';
export const idempotencyKey = 'Idempotenzschlüssel';
export const keyIfNew = 'Schlüssel, falls neu';
export const triesTitle = 'Versuche';
export const no = 'Nr.';
export const after = 'Nach';
export const ended = 'Endete mit';
export const readingFiles = 'Die Dateien werden gelesen';
export const renderingInput = 'Die Eingabe wird ausgefüllt';
export const stepNoParams = 'Der Schritt hat keine Parameter.';
export const renderedAgainDataRun = 'Mit den Daten dieses Laufs noch einmal ausgefüllt';
export const copyInputJSON = 'Eingabe als JSON kopieren';
export const copyNamed = (name: string | number) => `${name} kopieren`;
export const readingOutput = 'Die Ausgabe wird gelesen';
export const onlyFirstStored = (sizeOf: string | number) => `Nur die ersten ${sizeOf} sind gespeichert`;
export const copyOutputJSON = 'Ausgabe als JSON kopieren';
export const stepNoOutputYet = 'Der Schritt hat noch keine Ausgabe.';
export const stepSkippedBecauseNo = 'Der Schritt wurde übersprungen, weil kein Zweig zu ihm führte.';
export const stepNoOutput = 'Der Schritt hat keine Ausgabe.';
export const beforeBeginning = 'Das liegt vor dem Anfang';
export const showTime = 'Diese Zeit zeigen';
export const views = 'Ansichten';
export const allRuns = 'Alle Läufe';
export const saveManageViews = 'Ansichten speichern und verwalten';
export const savedViews = 'Gespeicherte Ansichten';
export const namePresentFilters = 'Name für die jetzigen Filter';
export const deleteView = (name: string | number) => `Ansicht ${name} löschen`;
export const creditsSpent = (amount: number) =>
  `${amount.toLocaleString(LOCALE, { maximumFractionDigits: 2 })} ${amount === 1 ? 'Credit' : 'Credits'}`;
export const draftVersion = 'Entwurf';
export const copyValue = (name: string) => `Kopieren: ${name}`;
export const trySuccess = 'erfolgreich';
export const timeIs = (time: string) => `Zeit: ${time}`;

export const triedAgain = (time: string | number) => `neuer Versuch ${time}`;
export function runsWithLabel(name: string, value: string): string {
  return `Läufe mit ${name}: ${value}`;
}
export function withoutLabel(name: string, value: string): string {
  return `Jedes ${name}, nicht nur ${value}`;
}
export const cancelRetry = 'Neuen Versuch absagen';
export const cancelRetryOfRun = 'Den Lauf nicht noch einmal versuchen?';
export const failureCountsThen =
  'Der Lauf bleibt fehlgeschlagen, und wer von Fehlschlägen erfährt, wird benachrichtigt.';
