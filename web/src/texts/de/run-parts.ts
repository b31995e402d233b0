import { formatNumber } from '../locale.ts';
import { countSteps } from './counts.ts';

export * from './common.ts';

export const inputMustObjectName = 'Die Eingabe muss ein Objekt sein: {"name": "Wert"}';
export const itemsSteps = 'Elemente und Schritte';
export const item = 'Element';
export const itemOf = (name: string | number) => `Element von ${name}`;
export const itemState = (value: string | number, count: string | number, state: string | number) =>
  `Element ${value} von ${count}: ${state}`;
export const previousItem = (name: string | number) => `Vorheriges Element von ${name}`;
export const done = (done: string | number) => `${done} fertig`;
export const itemBegun = (value: string | number, count: string | number) => `Element ${value} · ${count} begonnen`;
export const roundOf = (round: number, most: number) => `Runde ${round} von höchstens ${most}`;
export const round = (round: number) => `Runde ${round}`;
export const itemOfTotal = (value: string | number, total: string | number) => `Element ${value} von ${total}`;
export const itemsDone = ({ done, failed, per_second }: { done: number; failed: number; per_second: number }) =>
  `${formatNumber(done)} Elemente fertig · ${formatNumber(failed)} fehlgeschlagen · ${formatNumber(per_second)} je Sekunde`;
export const failed = (failed: string | number) => `${failed} fehlgeschlagen`;
export const squares = (value: string | number, value2: string | number) => `Felder ${value} bis ${value2}`;
export const nextItem = (name: string | number) => `Nächstes Element von ${name}`;
export const firstFailed = 'Erstes fehlgeschlagenes';
export const notBegun = 'nicht begonnen';
export const stepsComputeAgain = (steps: number) =>
  `${countSteps(steps)}, ${steps === 1 ? 'der' : 'die'} nur rechnen, ${steps === 1 ? 'wird' : 'werden'} erneut ausgeführt`;
export const stepsTakenOver = (steps: number) =>
  `${countSteps(steps)} ${steps === 1 ? 'wird' : 'werden'} mit dem Ergebnis dieses Laufs übernommen`;
export const manual = 'Von Hand';
export const runEnd = 'Ende eines Laufs';
export const from = 'Ab';
export const startEveryStepRuns = 'Anfang: Jeder Schritt wird erneut ausgeführt';
export const whereFailedWhatHad = 'Wo er fehlschlug: Was erfolgreich war, bleibt, wie es war';
export const stepEverythingBehind = 'Ein Schritt und alles danach';
export const stepRun = 'Schritt, ab dem ausgeführt wird';
export const definition = 'Definition';
export const draftThen = 'Der Entwurf, wie er damals war';
export const versionAsItWas = (version: string | number) => `Version ${version}, wie sie war`;
export const versionPublishedNow = 'Die Version, die jetzt veröffentlicht ist';
export const asItWas = 'Wie sie war';
export const edited = 'Bearbeitet';
export const keysSentOtherServices = 'Schlüssel, die an andere Dienste gesendet werden';
export const sameReceiverRemembersThem = 'Dieselben: Ein Empfänger, der sie sich merkt, tut nichts zweimal';
export const newOnesEverythingDone = 'Neue: Alles wird noch einmal getan';
export const findingOutWhatWill = 'Es wird ermittelt, was noch einmal geschieht';
export const whatWillHappen = 'Was geschehen wird';
export const nothingHappensOutsideHeddle = 'Außerhalb von Heddle geschieht nichts.';
export const stepsReachOutHeddle = 'Diese Schritte wirken außerhalb von Heddle und geschehen noch einmal:';
export const inputAs = 'Eingabe als';
export const jsonObjectFileFile =
  'Ein JSON-Objekt. Eine Datei ist {file_id} oder {filename, mime_type, data} mit Base64.';
export const runQueuedStepsAppear = 'Der Lauf ist eingereiht. Seine Schritte erscheinen hier, sobald er beginnt.';
export const noStepBegun = 'Noch kein Schritt hat begonnen.';
export const noStepMatchesOutputs = 'Kein passender Schritt. Ausgaben werden in ihren ersten 2.000 Zeichen durchsucht.';
export const pinned = 'angeheftet';
export const tries = (length: string | number) => `${length} Versuche`;
export const work = 'arbeitet';
export const pauseBeforeNextTry = 'Pause vor dem nächsten Versuch';
export const stepSkippedSoNothing = 'Der Schritt wurde übersprungen, deshalb wurde nichts erzeugt.';
export const inputShownWhenStep = 'Die Eingabe wird angezeigt, wenn der Schritt beendet ist.';
export const definitionNoSuchStep = 'Die Definition hat diesen Schritt nicht.';
export const definitionRunExecutedNot = 'Die Definition, die dieser Lauf ausgeführt hat, ist nicht mehr gespeichert.';
export const recordChanged = 'Datensatz geändert';
export const fileChanged = 'Datei geändert';
export const runEnded = 'Ende eines Laufs';
export const newItem = 'neues Element';
export const formSent = 'Formular';
export const answers = 'Antworten';
export const characters = (count: string | number) => `${count} Zeichen`;
export const failedTry = 'fehlgeschlagener Versuch';
export const emptyList = 'leere Liste';
export const countedList = (count: number, entries: string) => `${count}: ${entries}`;
export const list = (entries: string) => `${entries} …`;
export const succeededAfter = (duration: string) => `Erfolgreich nach ${duration}`;
export const cancelledAfter = (duration: string) => `Abgebrochen nach ${duration}`;
export const failedAfter = (duration: string) => `Fehlgeschlagen nach ${duration}`;
export const failedIn = (where: string, duration: string) => `Fehlgeschlagen in ${where}, nach ${duration}`;
export const itemNumber = (value: number) => `Element ${value}`;
export const runDidNotStart = 'Der Lauf wurde nicht gestartet';
