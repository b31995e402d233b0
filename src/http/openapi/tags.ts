/** The areas of the API, which tools show as chapters. */

/** `/api/v3/workflow/run/stream` belongs to `workflow`, and `/mcp` to `mcp`. */
export function areaName(path: string): string {
  const [, first = '', , area] = path.split('/');
  return (first === 'api' ? area : first) ?? path;
}

export const TAGS: Readonly<Record<string, string>> = {
  ai_model: 'The models that chats and AI steps can use.',
  approval: 'The inbox of approvals, as the console shows it.',
  assistant: 'Assistants: a model with instructions and tools, for chats and AI steps.',
  audit: 'Who changed what, and when.',
  booster: 'Panels: the files and records of an application.',
  builder: 'The changes that the assistant of a workflow makes or proposes.',
  chat: 'Messages to a model or an assistant.',
  connector: 'Connectors: the operations of other APIs as tools.',
  conversation: 'The conversations with models and assistants.',
  credential: 'Credentials: secrets that steps use without seeing them.',
  event: 'Events that steps wait for.',
  file: 'Attachments: files of users, for runs and chats.',
  find: 'Searches everything that the user may see.',
  form: 'The public pages of form triggers.',
  group: 'Groups of users, which can own workflows.',
  installation: 'The state of the installation, for its operators.',
  invitation: 'Invitations of people.',
  key: 'API keys.',
  live: 'What changes, as it happens.',
  'mcp-server': 'MCP servers, whose tools workflows and assistants can use.',
  mcp: 'Heddle as an MCP server.',
  notification: 'Messages of the service to a user.',
  organization: 'Organizations and their members.',
  panel: 'Panels: where an application keeps its files and records.',
  people: 'The people whom the user can share with.',
  presence: 'Who has a workflow open at the moment.',
  profile: 'The account of the user.',
  record: 'The records of panels, as the console shows them.',
  run: 'Runs: starting, watching, repeating and cancelling them.',
  schedule: 'What schedules missed.',
  session: 'Signing in to the console, and out of it.',
  trigger: 'Triggers that poll.',
  user: 'User accounts.',
  variable: 'Variables: values that workflows read, shared or of one workflow.',
  view: 'Saved views of lists in the console.',
  welcome: 'The first steps of a new user in the console.',
  workflow: 'Workflows: definitions, publishing, runs, approvals, history, export and import.',
};
