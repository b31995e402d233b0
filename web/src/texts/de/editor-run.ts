export * from './common.ts';
export const runDidNotStart = 'Der Lauf wurde nicht gestartet';
export const runMayHaveStarted = 'Es ist nicht bekannt, ob der Lauf gestartet ist';
export const gettingReadyCall = 'Ein Aufruf wird vorbereitet …';
export const draftRunsNextCall = 'Der Entwurf läuft mit dem nächsten Aufruf von';
export const stopWaiting = 'Nicht mehr warten';
export const hideTimeline = 'Zeitachse ausblenden';
export const showTimeline = 'Zeitachse einblenden';
export const runId = (shortId: string | number) => `Lauf ${shortId}`;
export const runShownKnownLast = (UNREACHABLE: string | number) =>
  `${UNREACHABLE}. Der Lauf wird so gezeigt, wie er zuletzt bekannt war.`;
export const showNewerRun = 'Neueren Lauf zeigen';
export const openPage = 'Als Seite öffnen';
export const openRunPage = 'Den Lauf als Seite öffnen';
export const closeRun = 'Lauf schließen';
export const reallyHappens = 'Das geschieht wirklich';
export const reachOutOfHeddle = (steps: number) =>
  steps === 1 ? 'Dieser Schritt wirkt außerhalb von Heddle:' : 'Diese Schritte wirken außerhalb von Heddle:';
export const pinOutputStepRun = 'Heften Sie die Ausgabe eines Schritts an, um ohne ihn auszuführen.';
export const runTo = (nodeId: string | number) => `Bis ${nodeId} ausführen`;
export const runWith = 'Ausführen mit …';
export const needed = (value: string | number) => `Erforderlich: ${value}`;
export const begins = 'Beginnt bei';
export const takeInputEarlierRun = 'Eingabe eines früheren Laufs übernehmen';
export const chooseRun = 'Lauf auswählen';
export const pin = (nodeId: string | number) => `${nodeId} anheften`;
export const pinnedOutput = (value: string | number) => `Angeheftete Ausgabe von ${value}`;
export const jsonRunsDraftTake =
  'JSON. Läufe des Entwurfs verwenden sie, statt den Schritt auszuführen. Sie wird nie veröffentlicht.';
export const goes = 'Geht weiter bei';
export const pinAction = 'Anheften';
export const thereNoRunYet =
  'Es gibt noch keinen Lauf, dessen Daten verwendet werden könnten. Führen Sie den Workflow einmal aus.';
export const runFrom = (nodeId: string | number) => `Ab ${nodeId} ausführen`;
export const moreWaysRun = 'Weitere Arten auszuführen';
export const waitCall = 'Auf einen Aufruf warten';
export const waitCallOf = (displayName: string | number) => `Auf einen Aufruf von ${displayName} warten`;
export const runsWorkflow = 'Läufe dieses Workflows';
export const testStepReallyHappens = 'Diesen Schritt testen: Er geschieht wirklich';
export const testStep = 'Diesen Schritt testen';
export const unpinExecuteStepAgain = 'Lösen: den Schritt wieder ausführen';
export const pinLastOutputDo = 'Letzte Ausgabe anheften: nicht noch einmal ausführen';
export const unpinOutput = 'Ausgabe lösen';
export const pinOutput = 'Ausgabe anheften';
export const moreTryStep = 'Mehr mit diesem Schritt ausprobieren';
export const runToHere = 'Bis hierher ausführen';
export const runFromHere = 'Ab hier ausführen';
export const editPinnedOutput = 'Angeheftete Ausgabe bearbeiten';
export const writeOutputPin = 'Ausgabe zum Anheften schreiben';
export const nobodyCalledWebhookTen = 'Seit zehn Minuten hat niemand den Webhook aufgerufen.';
export const unpin = (nodeId: string | number) => `${nodeId} lösen`;
export const pinIsCut = (nodeId: string) =>
  `Nur der Anfang der Ausgabe von „${nodeId}“ ist gespeichert, deshalb kann sie nicht angeheftet werden, wie sie war.`;
