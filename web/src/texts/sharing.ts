/** The words for giving people and groups access to something. */
import * as words from './common.ts';
export const sharing = {
  unknownGroup: 'A group that you do not belong to',
  addGroup: 'Add a group',
  chooseGroup: 'Choose a group',
  addPerson: 'Add a person',
  personHint: 'Name or e-mail address',
  add: words.add,
  access: 'Access',
  nobody: 'Nobody else has access.',
  canView: 'Can view',
  canEdit: 'Can edit',
  accessOf: (name: string) => `Access of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  may: (name: string, scope: string) => `${name} may ${scope.toLowerCase()} it`,
  share: (name: string) => `Share ${name}`,
  shared: (name: string) => `${name} is shared.`,
  notShared: (name: string) => `${name} is not shared any more.`,
  addedToEach: 'They are added to each of the workflows. Who has access already keeps it.',
  save: words.save,
  cancel: words.cancel,
  scopes: { run: words.runAction, export: words.exportAction, copy: words.copy },
};
