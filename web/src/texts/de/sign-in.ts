export { eMailAddress, heddle, newPassword, password } from './common.ts';
export const windowTitle = (title: string | number) => `${title} · Heddle`;
export const identityProviderCanNot =
  'Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es gleich noch einmal.';
export const signTookTooLong =
  'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuchen Sie es noch einmal.';
export const identityProviderDidNot = 'Der Identitätsanbieter hat Sie nicht angemeldet.';
export const youNoAccountHere = 'Sie haben hier kein Konto. Bitten Sie einen Administrator darum.';
export const identityProviderNotVerified = 'Der Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt.';
export const yourSessionEnded = 'Ihre Sitzung ist beendet';
export const signContinuePageStays = 'Melden Sie sich an, um weiterzuarbeiten. Diese Seite bleibt, wie sie ist.';
export const leavePageSignSomebody = 'Diese Seite verlassen und als jemand anderes anmelden';
export const sign = 'Anmelden';
export const or = 'oder';
export const continueWith = (name: string | number) => `Weiter mit ${name}`;
export const lostYourPasswordAdministrator =
  'Passwort verloren? Ein Administrator erstellt einen Link für ein neues mit';
export const readingLink = 'Der Link wird gelesen';
export const setUpHeddle = 'Heddle einrichten';
export const youFirstAdministratorOthers = 'Sie sind der erste Administrator. Andere bekommen ihre Konten von Ihnen.';
export const yourName = 'Ihr Name';
export const youSign = 'Damit melden Sie sich an.';
export const openConsole = 'Konsole öffnen';
export const setNewPassword = 'Neues Passwort festlegen';
export const setPasswordSign = 'Passwort festlegen und anmelden';
export const youWillSignedOut = 'Sie werden überall sonst abgemeldet.';
export const linkWorksOnceOnly = (command: string | number) =>
  `Ein Link gilt einmal und nur für eine Weile. Wenn noch niemand Heddle eingerichtet hat, gibt der nächste Start einen neuen aus. Bei einem verlorenen Passwort erstellt ihn ein Administrator mit ${command}.`;
export const goSign = 'Zur Anmeldung';
export const welcomeToHeddle = 'Willkommen bei Heddle';
export const youAreInvited =
  'Wählen Sie ein Passwort, und schon sind Sie dabei. Ihren Namen können Sie im Profil ändern.';
