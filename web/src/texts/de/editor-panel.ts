export * from './common.ts';
export const loadingDataRun = 'Die Daten des Laufs werden geladen';
export const runWorkflowOnceSee = 'führen Sie den Workflow einmal aus, um hier Werte zu sehen';
export const serviceDoesNotKnow = (type: string | number) => `Dieser Dienst kennt keine Schritte des Typs ${type}.`;
export const laterSteps = 'In späteren Schritten';
export const output = (names: string | number) => `Die Ausgabe hat ${names}.`;
export const outputs = 'Ausgänge';
export const required = 'erforderlich';
export const outputPinnedRunsDraft =
  'Diese Ausgabe ist angeheftet: Läufe des Entwurfs verwenden sie, statt den Schritt auszuführen.';
export const pinnedOutput = (nodeId: string | number) => `Angeheftete Ausgabe von ${nodeId}`;
export const runWorkflowOutputStep = 'Führen Sie den Workflow aus, dann erscheint hier die Ausgabe dieses Schritts.';
export const stepTookNoPart = 'Dieser Schritt kam im gewählten Lauf nicht vor.';
export const outputLongerThanWhat = 'Die Ausgabe war länger als das, was davon aufbewahrt wird.';
export const stepSkipped = 'Der Schritt wurde übersprungen.';
export const stepNoOutput = 'Der Schritt hat keine Ausgabe.';
export const outputOf = (nodeId: string | number) => `Ausgabe von ${nodeId}`;
export const formPreviewTitle = 'Vorschau des Formulars';
export const hideFormPreview = 'Vorschau ausblenden';
export const triggerNoSettingsCan = 'Ein Auslöser hat keine Einstellungen: Er kann nicht fehlschlagen.';
export const whenStepFails = 'Wenn dieser Schritt fehlschlägt';
export const runFails = (output: string | number) =>
  `Der Lauf schlägt fehl. Um stattdessen weiterzumachen, verbinden Sie den Ausgang ${output} dieses Schritts mit einem anderen Schritt.`;
export const runContinues = (steps: string | number, error: string | number) =>
  `Der Lauf geht mit ${steps} weiter. Dort sagt ${error}, warum er fehlgeschlagen ist.`;
export const issuesStep = 'Probleme dieses Schritts';
export const show = 'zeigen';
export const nameStep = 'Name des Schritts';
export const idChange = (id: string | number) => `Id ${id}: ändern`;
export const idStep = 'Id des Schritts';
export const showIssue = (message: string) => `Zeigen: ${message}`;
export const useCredential = 'Zugangsdaten verwenden';
