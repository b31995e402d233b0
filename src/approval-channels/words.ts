/** What the pages and messages of approvals say themselves, in the languages of the console. */
import type { Language } from '../platform/languages.ts';
import { words as formWords } from '../triggers/forms/words.ts';

const en = {
  workflow: 'Workflow',
  askedBy: 'Asked by',
  until: 'To be decided until',
  you: 'You decide as',
  comment: 'Comment',
  optional: formWords.optional,
  pleaseChoose: formWords.pleaseChoose,
  approve: 'Approve',
  reject: 'Reject',
  send: 'Send',
  cancel: 'Cancel',
  needsDecision: 'A decision is needed',
  unknownUser: (email: string) => `Your address in Slack (${email}) belongs to no user of Heddle.`,
  noAddress: 'Slack does not say which address you have, or it is one of another workspace.',
  notYours: 'You are not among those who may decide this.',
  decidedAlready: (outcome: string) => `It is decided already: ${outcome}.`,
  needsConsole: 'This can not be decided here. Open the approval in Heddle.',
  noFile: 'No file',
  needsFile: 'This form needs a file. Sign in to attach it.',
  open: 'Open the approval in Heddle',
  approved: (name: string) => `Approved by ${name}`,
  rejected: (name: string) => `Rejected by ${name}`,
  expired: 'Nobody decided in time',
  cancelled: 'The run ended before anybody decided',
  voted: 'You have decided',
  votedText: 'Your decision is stored. The approval waits for others.',
  endedText: 'Nothing more is to be done here.',
  chooseDecision: 'Please press one of the buttons.',
  checkAnswers: formWords.checkAnswers,
  commentTooLong: (most: number) => `The comment is too long: at most ${most} characters.`,
  notFitting: formWords.notFitting,
  badText: formWords.badText,
  notFound: 'There is no such approval',
  notFoundText: 'The link is wrong, or it is not valid any more.',
  tooMany: formWords.tooMany,
  tooManyText: formWords.tooManyText,
  wrong: formWords.wrong,
  wrongText: formWords.wrongText,
};

/** The same texts in each language. */
export type Words = { [Name in keyof typeof en]: (typeof en)[Name] extends string ? string : (typeof en)[Name] };

const de: Words = {
  workflow: 'Workflow',
  askedBy: 'Angefragt von',
  until: 'Zu entscheiden bis',
  you: 'Sie entscheiden als',
  comment: 'Kommentar',
  optional: '(optional)',
  pleaseChoose: 'Bitte wählen',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  send: 'Senden',
  cancel: 'Abbrechen',
  needsDecision: 'Eine Entscheidung steht an',
  unknownUser: email => `Ihre Adresse in Slack (${email}) gehört zu keinem Konto in Heddle.`,
  noAddress: 'Slack nennt Ihre Adresse nicht, oder sie gehört zu einem anderen Workspace.',
  notYours: 'Sie gehören nicht zu denen, die hier entscheiden dürfen.',
  decidedAlready: outcome => `Es ist schon entschieden: ${outcome}.`,
  needsConsole: 'Das lässt sich hier nicht entscheiden. Öffnen Sie die Freigabe in Heddle.',
  noFile: 'Keine Datei',
  needsFile: 'Dieses Formular braucht eine Datei. Melden Sie sich an, um sie anzuhängen.',
  open: 'Die Freigabe in Heddle öffnen',
  approved: name => `Freigegeben von ${name}`,
  rejected: name => `Abgelehnt von ${name}`,
  expired: 'Niemand hat rechtzeitig entschieden',
  cancelled: 'Der Lauf endete, bevor jemand entschieden hat',
  voted: 'Sie haben entschieden',
  votedText: 'Ihre Entscheidung ist gespeichert. Die Freigabe wartet auf andere.',
  endedText: 'Hier ist nichts mehr zu tun.',
  chooseDecision: 'Bitte drücken Sie eine der Schaltflächen.',
  checkAnswers: 'Bitte prüfen Sie Ihre Angaben: Noch stimmt nicht alles.',
  commentTooLong: most => `Der Kommentar ist zu lang: höchstens ${most} Zeichen.`,
  notFitting: 'Diese Angabe hat nicht die erwartete Form.',
  badText: 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.',
  notFound: 'Diese Freigabe gibt es nicht',
  notFoundText: 'Der Link ist falsch oder nicht mehr gültig.',
  tooMany: 'Bitte warten Sie einen Moment',
  tooManyText: 'Von Ihrer Adresse kamen zu viele Anfragen. Bitte versuchen Sie es in einer Minute erneut.',
  wrong: 'Etwas ist schiefgegangen',
  wrongText: 'Bitte gehen Sie zurück und versuchen Sie es gleich noch einmal.',
};

const LANGUAGES: Readonly<Record<Language, Words>> = { en, de };

export function wordsOf(language: Language): Words {
  return LANGUAGES[language];
}

/** What forms say about answers, in German. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  [formWords.required, 'Bitte füllen Sie dieses Feld aus.'],
  [formWords.choose, 'Bitte wählen Sie eine der Möglichkeiten.'],
  [formWords.tick, 'Bitte setzen Sie hier einen Haken.'],
  [formWords.number, 'Bitte geben Sie eine Zahl ein.'],
  [formWords.integer, 'Bitte geben Sie eine ganze Zahl ein.'],
  [formWords.email, 'Bitte geben Sie eine E-Mail-Adresse ein, etwa anna@example.org.'],
  [formWords.url, 'Bitte geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.'],
  [formWords.date, 'Bitte geben Sie ein Datum ein, etwa 2026-05-31.'],
  [formWords.time, 'Bitte geben Sie eine Uhrzeit ein, etwa 14:30.'],
]);

export function translateProblem(problem: string, language: Language): string {
  return language === 'de' ? (ANSWERS.get(problem) ?? de.notFitting) : problem;
}
