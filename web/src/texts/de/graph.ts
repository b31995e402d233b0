export * from './common.ts';
export const zoom = 'Vergrößern';
export const zoomOut = 'Verkleinern';
export const fitIntoView = 'Einpassen';
export const mapWorkflow = 'Übersicht des Workflows';
export const workflowCanvas = 'Zeichenfläche des Workflows';
export const arrowKeysWalkStep =
  'Die Pfeiltasten gehen von Schritt zu Schritt, die Eingabetaste öffnet einen Schritt, Esc hebt die Auswahl auf.';
export const items = (done: string | number, total: string | number) => `${done} von ${total} Elementen`;
export const outputPinned = 'Ausgabe angeheftet';
export const fromTo = (source: string, output: string | null, target: string) =>
  output === null ? `Von ${source} zu ${target}` : `Von ${source}, Ausgang ${output}, zu ${target}`;
export const noType = 'Kein Typ';
export const eachRound = (repeat: string | number) => `jede Runde von ${repeat}`;
export const eachItem = (loop: string | number) => `jedes Element von ${loop}`;
export const emptyNote = 'Leere Notiz';
export const itemsOf = (done: string | number, total: string | number) => `${done} von ${total}`;
export const resultIs = (result: string) => `Ergebnis ${result}`;
export const errorLabel = 'Fehler';
export const whyFailed = (step: string) => `Warum ${step} fehlgeschlagen ist`;
export const hideError = 'Fehler ausblenden';
export const percent = (number: number) => `${number} %`;
