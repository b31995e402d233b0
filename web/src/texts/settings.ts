export * from './common.ts';
export const programsUseKeyInstead =
  'Programs use a key instead of your password. Give each program its own, with no more than it needs.';
export const newKey = 'New key';
export const noKeysYet = 'No keys yet';
export const keyLetsProgramDo = 'A key lets a program do what you allow it, in your name.';
export const madeAt = (time: string | number) => `made ${time}`;
export const changeKey = (name: string | number) => `Change the key ${name}`;
export const programsUseRefusedNow =
  'Programs that use it are refused from now on. A key can not be restored: disable it instead if you are not sure.';
export const deleteKeyQuestion = (name: string | number) => `Delete the key ${name}?`;
export const deleteKey = 'Delete the key';
export const yourNameChanged = 'Your name was changed';
export const yourNameShownOthers = 'Your name is shown to others beside what you did.';
export const saveName = 'Save the name';
export const newAPIKey = 'New API key';
export const yourNewKey = 'Your new key';
export const programWillUse = 'The program that will use it.';
export const whatMayDo = 'What it may do';
export const onlyWhatYouChoose = 'Only what you choose';
export const scopesKey = 'Scopes of the key';
export const createKey = 'Create the key';
export const copyNowNotShown =
  'Copy it now: it is not shown again. Whoever has it can do what it allows, in your name.';
export const firstRequest = 'A first request';
export const iCopied = 'I have copied it';
export const yourPasswordChanged = 'Your password was changed';
export const newPasswordSignsYou = 'A new password signs you out everywhere else.';
export const youNoPasswordYet =
  'You have no password yet. With one, you can sign in without an identity provider or a key.';
export const currentPassword = 'Current password';
export const showHideCurrentPassword = 'Show or hide the current password';
export const changePassword = 'Change the password';
export const setPassword = 'Set a password';
export const profile = 'Profile';
export const renameKey = 'Rename the key';
export const sessionEnded = 'The session was ended';
export const sessionsWereEnded = (count: string | number) => `${count} sessions were ended`;
export const whereYouSigned = 'Where you are signed in';
export const sessionEndsAfter14 =
  'A session ends after 14 days without use, and after 90 days. End those that you do not know, and change your password then.';
export const endAllOthers = 'End all others';
export const youSignedNowhere = 'You are signed in nowhere.';
export const browser = 'this browser';
export const seenSince = (seen: string | number, since: string | number) => `seen ${seen} · since ${since}`;
export const end = 'End';
export const endSession = (name: string | number, address: string | number) =>
  `End the session of ${name} at ${address}`;
export const language = 'Language';
export const languageText =
  'The language of the console in this browser. What the service itself answers, such as the details of an error, is in English.';
export const languageOfConsole = 'Language of the console';
export const asBrowser = 'As the browser prefers';
export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;
export const unknownBrowser = 'An unknown browser';
