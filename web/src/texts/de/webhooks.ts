import * as words from './common.ts';
export const groups = {
  answer: 'Antwort',
  sender: 'Sicherheit',
  calls: words.calls,
  pace: 'Tempo',
};
export const answers: Readonly<Record<string, string>> = {
  result: 'Aufrufe werden mit der Ausgabe des Laufs beantwortet.',
  step: 'Aufrufe werden von einem Schritt „Webhook-Antwort“ beantwortet.',
};
export const methods = (names: string) => `Methoden: ${names}.`;
export const checked = (scheme: string) =>
  `Absender werden geprüft (${scheme}): Ein Aufruf ohne gültige Signatur wird abgewiesen.`;
export const onlyFrom = (addresses: string) => `Aufrufe dürfen nur von ${addresses} kommen.`;
