import { countCharacters } from './counts.ts';

export {
  addAField as addField,
  change,
  chooseAFile as chooseFile,
  description as descriptionLabel,
  file,
  list,
  loading,
  name as nameLabel,
  number,
  text,
  yesOrNo as yesNo,
} from './common.ts';

export const everyHour = 'Jede Stunde';
export const moreThan = (format: string | number) => `mehr als ${format}`;
export const least = (format: string | number) => `mindestens ${format}`;
export const lessThan = (format: string | number) => `weniger als ${format}`;
export const most = (format: string | number) => `höchstens ${format}`;
export const to = (format: string | number, format2: string | number) => `${format} bis ${format2}`;
export const mostCharacters = (characters: number) => `höchstens ${countCharacters(characters)}`;
export const leastCharacters = (format: string | number) => `mindestens ${format} Zeichen`;
export const mostEntries = (format: string | number) => `höchstens ${format} Einträge`;
export const leastEntries = (format: string | number) => `mindestens ${format} Einträge`;
export const defaultValue = (value: string | number) => `Standard ${value}`;
export const stepTypeDoesNot = 'Dieser Schritttyp kennt diesen Parameter nicht. Leeren Sie ihn, um ihn zu entfernen.';
export const choose = 'Auswählen';
export const clear = 'Leeren';
export const fileCouldNotUploaded = 'Die Datei konnte nicht hochgeladen werden';
export const chooseFileFor = (label: string, isChosen: boolean, isRequired: boolean) =>
  `${isChosen ? 'Andere Datei' : 'Datei'} für ${label} auswählen${isRequired ? ', erforderlich' : ''}`;
export const dropOneHere = 'oder hier ablegen';
export const removeFile = (label: string | number) => `Datei von ${label} entfernen`;
export const howWritten = (label: string | number) => `Wie ${label} geschrieben wird`;
export const add = (value: string | number) => `Zu ${value} hinzufügen`;
export const remove = (name: string | number) => `${name} entfernen`;
export const entry = (value: string | number) => `Eintrag ${value}`;
export const name = (value: string | number, value2: string | number) => `Name von ${value} ${value2}`;
export const removeFrom = (name: string | number, value: string | number) => `${name} aus ${value} entfernen`;
export const fields = 'Felder';
export const field = (number: string | number) => `Feld ${number}`;
export const fieldTitle = (number: string | number) => `Feld ${number}`;
export const nameField = (number: string | number) => `Name von Feld ${number}`;
export const kind = (name: string | number) => `Art von ${name}`;
export const choices = (name: string | number) => `Auswahl von ${name}`;
export const choicesLabel = 'Auswahl';
export const description = (name: string | number) => `Beschreibung von ${name}`;
export const required = 'Erforderlich';
export const nameNeeded = 'Ein Name ist erforderlich';
export const nameThereTwice = 'Diesen Namen gibt es zweimal';
export const everyDay = 'Jeden Tag';
export const workdays = 'Montag bis Freitag';
export const everyWeek = 'Jede Woche';
export const everyMonth = 'Jeden Monat';
export const anotherSchedule = 'Ein anderer Zeitplan';
export const chooseThe = (value: string | number) => `${value} auswählen`;
export const howOften = 'Wie oft';
export const dayWeek = 'Wochentag';
export const dayOfMonth = 'Tag des Monats';
export const time = 'Uhrzeit';
export const nextTimes = 'Die nächsten Zeiten';
export const defaultModel = 'Standardmodell';
export const eMailAddresses = 'E-Mail-Adressen';
export const noName = (plural: string | number) => `Keine ${plural} mit diesem Namen`;
export const thereNoYet = (plural: string | number) => `Es gibt noch keine ${plural}`;
export const noTimeZoneName = 'Keine Zeitzone mit diesem Namen';
export const other = 'Andere';
export const chooseTool = 'Werkzeug auswählen';
export const noToolName = 'Kein Werkzeug mit diesem Namen';
export const longText = 'Langer Text';
export const wholeNumber = 'Ganze Zahl';
export const choice = 'Auswahl';
export const anythingElse = 'Etwas anderes';
export const removeTemplateUsePlain = 'Entfernen Sie die Vorlage, um einen einfachen Wert zu verwenden';
export const usePlainValue = 'Einfachen Wert verwenden';
export const useTemplate = 'Vorlage verwenden';
export const template = (label: string | number) => `Vorlage für ${label}`;
export const moveUp = (name: string) => `${name} nach oben`;
export const moveDown = (name: string) => `${name} nach unten`;
export const requiredField = (name: string) => `Erforderlich: ${name}`;

export const allWorkflows = 'Alle, die mir gehören, und alle der Organisation';
