/** The words for giving people and groups access to something. */
export const sharing = {
  unknownGroup: 'A group that you do not belong to',
  addGroup: 'Add a group',
  chooseGroup: 'Choose a group',
  addPerson: 'Add a person',
  access: 'Access',
  nobody: 'Nobody else has access.',
  canView: 'Can view',
  canEdit: 'Can edit',
  accessOf: (name: string) => `Access of ${name}`,
  may: (name: string, scope: string) => `${name} may ${scope.toLowerCase()} it`,
  share: (name: string) => `Share ${name}`,
  shared: (name: string) => `${name} is shared.`,
  notShared: (name: string) => `${name} is not shared any more.`,
  addedToEach: 'They are added to each of the workflows. Who has access already keeps it.',
};
