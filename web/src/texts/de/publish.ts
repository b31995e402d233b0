import { formatNumber } from '../locale.ts';
import { countConnections, countSteps } from './counts.ts';

export * from './common.ts';

export const closePublishPanel = 'Veröffentlichung schließen';
export const changedSinceVersion = (version: string | number) => `Seit Version ${version} geändert`;
export const whatPublished = 'Was veröffentlicht wird';
export const nothingDraftWhatPublished = 'Nichts. Der Entwurf ist das, was veröffentlicht ist.';
export const by = (authors: string | number) => `Von ${authors}.`;
export const pinsOnlyInDraft = (pins: readonly string[]) =>
  `${pins.join(', ')} ${pins.length === 1 ? 'ist' : 'sind'} angeheftet. Das gilt nur im Entwurf: Die veröffentlichte Version führt ${pins.length === 1 ? 'diesen Schritt' : 'diese Schritte'} aus.`;
export const forms = 'Formulare';
export const openForm = 'Formular öffnen';
export const formAfterPublishing = 'Das Formular hat eine Seite, sobald Sie veröffentlichen.';
export const whoeverLinkCanSend = 'Wer den Link hat, kann das Formular senden. Niemand muss sich anmelden.';
export const neverSent = 'Nie gesendet';
export const sent = (time: string | number) => `Gesendet ${time}`;
export const formAddressStops = (name: string) =>
  `Der jetzige Link zu „${name}“ gilt sofort nicht mehr. Alle, die das Formular verwenden, brauchen den neuen.`;
export const schedules = 'Zeitpläne';
export const conditions = 'Bedingungen';
export const filteredInDay = (count: number) =>
  count === 0 ? 'an einem Tag nichts ausgefiltert' : `an einem Tag ${formatNumber(count)} ausgefiltert`;
export const conditionFailed = (count: number, problem: string) =>
  `Die Bedingung ist am letzten Tag ${count === 1 ? 'einmal' : `${formatNumber(count)}-mal`} fehlgeschlagen, und der Lauf hat begonnen: ${problem}`;
export const rights = 'Rechte';
export const signingSecret = 'Signaturgeheimnis';
export const versionPublished = (version: string | number) =>
  `Version ${version} ist veröffentlicht und eingeschaltet.`;
export const whatNewListVersions = 'Was neu ist, für die Liste der Versionen';
export const publishAgainVersion = (version: string | number) => `Erneut als Version ${version} veröffentlichen`;
export const publishVersion = (version: string | number) => `Version ${version} veröffentlichen`;
export const mendBeforePublishing = (errors: number) =>
  `${errors === 1 ? 'Ein Fehler ist' : `${errors} Fehler sind`} vor der Veröffentlichung zu beheben.`;
export const triggersStartRunsYour = (name: string | number) =>
  `Auslöser starten Läufe mit Ihren Rechten und Credits (${name}).`;
export const onceYouPublishTriggers = (name: string | number) =>
  `Sobald Sie veröffentlichen, starten Auslöser Läufe mit Ihren Rechten und Credits (${name}).`;
export const nowTheyUse = (after: string | number, value: string | number) =>
  `${after} Jetzt verwenden sie die von ${value}.`;
export const neverPublishedPublishingTurns =
  'Noch nie veröffentlicht. Mit der Veröffentlichung werden die Auslöser eingeschaltet.';
export const publishedVersion = (version: string | number, time: string | number, name: string | number) =>
  `Version ${version}, ${time} von ${name}`;
export const triggers = 'Auslöser an';
export const triggersOff = 'Auslöser aus';
export const receiversVerifySignedRequest =
  'Empfänger prüfen damit, dass eine signierte Anfrage von diesem Workflow kommt.';
export const presentURLStopsWorking = (value: string | number) =>
  `Die jetzige URL von ${value} gilt sofort nicht mehr. Wer sie aufruft, bekommt einen Fehler, bis er die neue hat.`;
export const makeNewURL = 'Neue URL erstellen';
export const neverCalled = 'nie aufgerufen';
export const called = (time: string | number) => `aufgerufen ${time}`;
export const getsURLWhenPublished = 'Er bekommt seine URL, wenn er veröffentlicht wird.';
export const whoeverURLCanStart = 'Wer die URL hat, kann Läufe starten.';
export const publishChanges = (changes: number) =>
  `Veröffentlichen, ${changes} ${changes === 1 ? 'Änderung' : 'Änderungen'}`;
export const stepsAdded = (count: number) => `${countSteps(count)} hinzugefügt`;
export const stepsChanged = (count: number) => `${countSteps(count)} geändert`;
export const stepsRemoved = (count: number) => `${countSteps(count)} entfernt`;
export const connectionsChanged = (count: number) => `${countConnections(count)} geändert`;
export const showChanges = 'Jede Änderung zeigen';
export const showSteps = 'Schritte zeigen';
export const moreAboutUrl = 'Befehl und mehr';
