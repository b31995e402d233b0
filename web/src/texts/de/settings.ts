export * from './common.ts';
export const programsUseKeyInstead =
  'Programme verwenden einen Schlüssel statt Ihres Passworts. Geben Sie jedem Programm seinen eigenen, mit nicht mehr Rechten als nötig.';
export const newKey = 'Neuer Schlüssel';
export const noKeysYet = 'Noch keine Schlüssel';
export const keyLetsProgramDo = 'Mit einem Schlüssel darf ein Programm in Ihrem Namen tun, was Sie ihm erlauben.';
export const madeAt = (time: string | number) => `erstellt ${time}`;
export const changeKey = (name: string | number) => `Schlüssel ${name} ändern`;
export const programsUseRefusedNow =
  'Programme, die ihn verwenden, werden ab sofort abgewiesen. Ein Schlüssel lässt sich nicht wiederherstellen: Deaktivieren Sie ihn, wenn Sie nicht sicher sind.';
export const deleteKeyQuestion = (name: string | number) => `Schlüssel ${name} löschen?`;
export const deleteKey = 'Schlüssel löschen';
export const yourNameChanged = 'Ihr Name wurde geändert';
export const yourNameShownOthers = 'Andere sehen Ihren Namen neben dem, was Sie getan haben.';
export const saveName = 'Namen speichern';
export const newAPIKey = 'Neuer API-Schlüssel';
export const yourNewKey = 'Ihr neuer Schlüssel';
export const programWillUse = 'Das Programm, das ihn verwenden wird.';
export const whatMayDo = 'Was er erlaubt';
export const onlyWhatYouChoose = 'Nur, was Sie auswählen';
export const scopesKey = 'Berechtigungen des Schlüssels';
export const createKey = 'Schlüssel erstellen';
export const copyNowNotShown =
  'Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt. Wer ihn hat, kann in Ihrem Namen tun, was er erlaubt.';
export const firstRequest = 'Eine erste Anfrage';
export const iCopied = 'Ich habe ihn kopiert';
export const yourPasswordChanged = 'Ihr Passwort wurde geändert';
export const newPasswordSignsYou = 'Ein neues Passwort meldet Sie überall sonst ab.';
export const youNoPasswordYet =
  'Sie haben noch kein Passwort. Mit einem Passwort können Sie sich ohne Identitätsanbieter und ohne Schlüssel anmelden.';
export const currentPassword = 'Aktuelles Passwort';
export const showHideCurrentPassword = 'Aktuelles Passwort ein- oder ausblenden';
export const changePassword = 'Passwort ändern';
export const setPassword = 'Passwort festlegen';
export const profile = 'Profil';
export const renameKey = 'Schlüssel umbenennen';
export const sessionEnded = 'Die Sitzung wurde beendet';
export const sessionsWereEnded = (count: string | number) => `${count} Sitzungen wurden beendet`;
export const whereYouSigned = 'Wo Sie angemeldet sind';
export const sessionEndsAfter14 =
  'Eine Sitzung endet nach 14 Tagen ohne Nutzung und spätestens nach 90 Tagen. Beenden Sie Sitzungen, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.';
export const endAllOthers = 'Alle anderen beenden';
export const youSignedNowhere = 'Sie sind nirgends angemeldet.';
export const browser = 'dieser Browser';
export const seenSince = (seen: string | number, since: string | number) => `zuletzt gesehen ${seen} · seit ${since}`;
export const end = 'Beenden';
export const endSession = (name: string | number, address: string | number) =>
  `Sitzung von ${name} unter ${address} beenden`;
export const language = 'Sprache';
export const languageText =
  'Die Sprache der Konsole in diesem Browser. Was der Dienst selbst antwortet, etwa die Einzelheiten eines Fehlers, ist auf Englisch.';
export const languageOfConsole = 'Sprache der Konsole';
export const asBrowser = 'Wie im Browser eingestellt';
export const browserOnSystem = (browser: string, system: string) => `${browser} unter ${system}`;
export const unknownBrowser = 'Ein unbekannter Browser';
