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

export const everyHour = 'Every hour';
export const moreThan = (format: string | number) => `more than ${format}`;
export const least = (format: string | number) => `at least ${format}`;
export const lessThan = (format: string | number) => `less than ${format}`;
export const most = (format: string | number) => `at most ${format}`;
export const to = (format: string | number, format2: string | number) => `${format} to ${format2}`;
export const mostCharacters = (characters: number) => `at most ${countCharacters(characters)}`;
export const leastCharacters = (format: string | number) => `at least ${format} characters`;
export const mostEntries = (format: string | number) => `at most ${format} entries`;
export const leastEntries = (format: string | number) => `at least ${format} entries`;
export const defaultValue = (value: string | number) => `default ${value}`;
export const stepTypeDoesNot = 'This step type does not know this param. Empty it to remove it.';
export const choose = 'Choose';
export const clear = 'Clear';
export const fileCouldNotUploaded = 'The file could not be uploaded';
export const chooseFileFor = (label: string, isChosen: boolean, isRequired: boolean) =>
  `${isChosen ? 'Choose another file' : 'Choose a file'} for ${label}${isRequired ? ', required' : ''}`;
export const dropOneHere = 'or drop one here';
export const removeFile = (label: string | number) => `Remove the file of ${label}`;
export const howWritten = (label: string | number) => `How ${label} is written`;
export const add = (value: string | number) => `Add to ${value}`;
export const remove = (name: string | number) => `Remove ${name}`;
export const entry = (value: string | number) => `entry ${value}`;
export const name = (value: string | number, value2: string | number) => `Name of ${value} ${value2}`;
export const removeFrom = (name: string | number, value: string | number) => `Remove ${name} from ${value}`;
export const fields = 'Fields';
export const field = (number: string | number) => `field ${number}`;
export const fieldTitle = (number: string | number) => `Field ${number}`;
export const nameField = (number: string | number) => `Name of field ${number}`;
export const kind = (name: string | number) => `Kind of ${name}`;
export const choices = (name: string | number) => `Choices of ${name}`;
export const choicesLabel = 'Choices';
export const description = (name: string | number) => `Description of ${name}`;
export const required = 'Required';
export const nameNeeded = 'A name is needed';
export const nameThereTwice = 'This name is there twice';
export const everyDay = 'Every day';
export const workdays = 'Monday to Friday';
export const everyWeek = 'Every week';
export const everyMonth = 'Every month';
export const anotherSchedule = 'Another schedule';
export const chooseThe = (value: string | number) => `Choose the ${value}`;
export const howOften = 'How often';
export const dayWeek = 'Day of the week';
export const dayOfMonth = 'Day of the month';
export const time = 'Time';
export const nextTimes = 'The next times';
export const defaultModel = 'Default model';
export const eMailAddresses = 'E-mail addresses';
export const noName = (plural: string | number) => `No ${plural} with this name`;
export const thereNoYet = (plural: string | number) => `There are no ${plural} yet`;
export const noTimeZoneName = 'No time zone with this name';
export const other = 'Other';
export const chooseTool = 'Choose a tool';
export const noToolName = 'No tool with this name';
export const longText = 'Long text';
export const wholeNumber = 'Whole number';
export const choice = 'Choice';
export const anythingElse = 'Anything else';
export const removeTemplateUsePlain = 'Remove the template to use a plain value';
export const usePlainValue = 'Use a plain value';
export const useTemplate = 'Use a template';
export const template = (label: string | number) => `Template for ${label}`;
export const moveUp = (name: string) => `Move ${name} up`;
export const moveDown = (name: string) => `Move ${name} down`;
export const requiredField = (name: string) => `Required: ${name}`;

export const allWorkflows = 'All that I own, and all of the organization';
