/** The words of variables: their page, and the values of a workflow in the editor. */
import type { VariableType } from '../../../src/variables/schemas.ts';
import * as words from './common.ts';

const TYPES: Readonly<Record<VariableType, string>> = {
  text: words.text,
  number: words.number,
  boolean: words.yesOrNo,
  json: words.json,
};

export const variables = {
  types: TYPES,
  search: 'Search variables',
  searchPlaceholder: 'Name or description',
  allOwners: 'All owners',
  emptyTitle: 'No variables yet',
  emptyText:
    'Keep what many workflows share in one place, such as an address or a limit. Steps read it as {{ vars.name }}, and see a change with their next run, without publishing anything.',
  curl: (url: string) =>
    `curl "${url}/api/v1/variable/create" -H "uni-api-key: $KEY" -d '{"name": "shop_url", "type": "text", "value": "https://shop.example.org"}'`,
  nothingFits: 'No variable fits',
  nothingFitsText: 'Try fewer words, or another owner.',
  showAll: 'Show all variables',
};

export const variableDialog = {
  title: (name: string) => `Variable ${name}`,
  loading: 'Loading the variable',
  nameHint: (name: string) => `Templates read it as {{ vars.${name || 'name'} }}`,
  nameProblem: 'Letters, digits and _, and no digit at the beginning',
  descriptionHint: 'What it is for, and what depends on it',
  ownerHint: 'Workflows of an organization see its variables, all others those of the user who created them.',
  me: 'Me',
  notSecret:
    'Values are not secret: whoever may change a workflow can read them. Keep passwords and keys as credentials.',
  readOnly: 'Members with write access to the organization can change it.',
  created: (name: string) => `${name} was created`,
  saved: 'The next runs see the change',
  oldName: (name: string, workflows: readonly string[]) => `Still refer to vars.${name}: ${workflows.join(', ')}`,
  users: 'Used by',
  unused: 'No workflow that you can see refers to it.',
  deleteText: 'Steps that refer to it without a default fail from then on.',
  deleteUsed: (count: number) =>
    count === 1
      ? 'One workflow refers to it, and fails without a default.'
      : `${count} workflows refer to it, and fail without a default.`,
  deleted: (name: string) => `${name} was deleted`,
};

export const valueField = {
  yes: 'Yes',
  no: 'No',
  notANumber: 'This is not a number',
};

export const workflowVariables = {
  title: 'Variables of this workflow',
  close: 'Close the variables',
  about:
    'What {{ vars.name }} means in this workflow. A value of its own replaces that of its owner, from the next run on.',
  filter: 'Filter the variables',
  filterPlaceholder: 'Name or value',
  source: { user: 'of the owner', organization: 'of the organization', workflow: 'of this workflow' },
  instead: (value: string) => `instead of ${value}`,
  change: (name: string) => `Set a value of ${name} for this workflow`,
  changeShort: 'Set for this workflow',
  edit: (name: string) => `Change the value of ${name}`,
  remove: (name: string) => `Remove the value of ${name} from this workflow`,
  removeShort: 'Remove',
  reset: (name: string) => `Use the value of the owner for ${name}`,
  resetShort: 'Reset',
  add: 'Add a value',
  none: 'This workflow sees no variables yet. Add a value for it alone, or variables for all of your workflows.',
  nothingFits: 'No variable fits.',
  all: 'All variables',
};
