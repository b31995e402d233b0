import { counted, formatNumber } from '../locale.ts';
import * as words from './common.ts';

const TABLES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  panels: ['Panel', 'Panels'],
  workflows: ['Workflow', 'Workflows'],
  workflow_revisions: ['Revision eines Workflows', 'Revisionen von Workflows'],
  workflow_versions: ['veröffentlichte Version', 'veröffentlichte Versionen'],
  runs: ['Lauf', 'Läufe'],
  assistants: ['Assistent', 'Assistenten'],
  connectors: ['Konnektor', 'Konnektoren'],
  mcp_servers: ['MCP-Server', 'MCP-Server'],
  credentials: ['Zugangsdaten', 'Zugangsdaten'],
  api_keys: ['API-Schlüssel', 'API-Schlüssel'],
  files: ['Datei', 'Dateien'],
  notifications: ['Benachrichtigung', 'Benachrichtigungen'],
  approval_assignees: ['offene Freigabe', 'offene Freigaben'],
  conversations: ['Unterhaltung', 'Unterhaltungen'],
};

const MOST_COUNTED = 1000;

function countThings({ what, count }: { what: string; count: number }): string {
  const [one, many] = TABLES[what] ?? [what, what];
  return `${count >= MOST_COUNTED ? 'mindestens ' : ''}${counted(count, one, many)}`;
}

const common = {
  saved: 'Gespeichert.',
  nothingFits: 'Nichts passt',
  notFound: 'Das gibt es nicht mehr',
  inAuditLog: 'Änderungen im Audit-Log',
};

export const limits = {
  creditsHint: 'Was noch ausgegeben werden kann. Leer heißt: ohne Grenze.',
  creditsLeft: (credits: number) => `noch ${formatNumber(credits)}`,
  quota: 'Speicherkontingent in MB',
  quotaHint: 'Leer heißt: ohne Grenze.',
  storageOf: (name: string) => `Speicher von ${name}`,
  notANumber: 'Das muss eine Zahl sein, die nicht unter null liegt.',
};

export const users = {
  ...common,
  search: 'Benutzer durchsuchen',
  states: { enabled: words.active, invited: words.invited, disabled: words.disabled },
  onlyAdministrators: 'Administratoren',
  invite: 'Einladen',
  columns: { user: 'Benutzer' },
  active: words.active,
  invited: words.invited,
  expired: 'Einladung abgelaufen',
  disabled: words.disabled,
  nothingFitsText: 'Kein Benutzer passt zu den Filtern.',
  curl: `curl -X POST "$HEDDLE_URL/api/v1/user/list" -H "uni-api-key: $KEY" -d '{}'`,
};

export const userPanel = {
  ...common,
  administratorHint: 'Sieht und ändert alles auf diesen Seiten.',
  permissions: {
    write: 'Darf Workflows erstellen und ausführen',
    read: 'Darf Workflows ausführen',
    none: 'Darf Workflows nicht verwenden',
  },
  hasPassword: 'Der Benutzer meldet sich mit einem Passwort an.',
  hasProvider: 'Der Benutzer meldet sich beim Identitätsanbieter an.',
  hasNothing: 'Der Benutzer kann sich noch nicht anmelden: Nur API-Schlüssel geben ihm Zugang.',
  invitation: {
    invitation: 'Es gibt eine Einladung',
    password: 'Es gibt einen Link, um ein neues Passwort festzulegen',
  },
  byLink: 'als kopierten Link',
  mailWaits: 'die Mail ist unterwegs',
  mailed: 'die Mail wurde gesendet',
  worksUntil: (time: string) => `Gültig bis ${time}.`,
  overSince: (time: string) => `Seit ${time} nicht mehr gültig.`,
  inviteByMail: 'Per Mail einladen',
  inviteAgain: 'Noch einmal per Mail einladen',
  inviteByLink: 'Einladungslink erstellen',
  resetByMail: 'Link für ein neues Passwort mailen',
  resetByLink: 'Link für ein neues Passwort erstellen',
  mailSent: (email: string) => `Eine Mail an ${email} ist unterwegs.`,
  revoke: 'Link widerrufen',
  revoked: 'Der Link gilt nicht mehr.',
  disableQuestion: (name: string) => `${name} deaktivieren?`,
  disableText:
    'Der Benutzer wird sofort überall abgemeldet, und seine API-Schlüssel gelten nicht mehr. Seine Workflows, Panels und Dateien bleiben, aber Läufe in seinem Namen schlagen fehl. Sie können den Benutzer wieder aktivieren.',
  isDisabled: 'Der Benutzer ist deaktiviert: Weder das Passwort noch ein Schlüssel geben ihm Zugang.',
  disabledNow: 'Der Benutzer ist deaktiviert und überall abgemeldet.',
  enabledNow: 'Der Benutzer ist aktiviert.',
  noKeys: 'Der Benutzer hat keine API-Schlüssel.',
  disableKey: (name: string) => `Schlüssel ${name} deaktivieren`,
  enableKey: (name: string) => `Schlüssel ${name} aktivieren`,
  memberships: 'Gruppen und Organisationen',
  noMemberships: 'Der Benutzer ist in keiner Gruppe und keiner Organisation.',
  deleteUser: 'Benutzer löschen',
  deleteHint:
    'Benutzer können nur gelöscht werden, wenn ihnen nichts gehört, was andere verwenden. Deaktivieren Sie sie sonst.',
  prevents: 'Das ist noch nicht möglich, weil der Benutzer noch Folgendes hat:',
  deletes: 'Das wird ebenfalls gelöscht und kann nicht zurückgeholt werden:',
  deletesNothing: 'Sonst wird mit dem Benutzer nichts gelöscht.',
  countThings,
};

export const inviteDialog = {
  ...common,
  title: 'Jemanden einladen',
  emailHint: 'Damit meldet sich der Benutzer an.',
  nameHint: 'Der Benutzer kann ihn ändern.',
  delivery: 'Wie der Link ankommt',
  byMail: 'Per Mail, jetzt',
  byLink: 'Ich kopiere den Link und gebe ihn weiter',
  noMail: 'Es ist kein Mailserver eingerichtet, deshalb bekommen Sie einen Link zum Kopieren.',
  send: 'Einladung senden',
  makeLink: 'Link erstellen',
  sent: (email: string) => `Die Einladung an ${email} ist unterwegs.`,
  linkText: (email: string) =>
    `Geben Sie diesen Link an ${email} und an niemanden sonst. Er wird nur jetzt angezeigt und gilt einmal.`,
};

const members = {
  addMember: 'Mitglied hinzufügen',
  nobodyFits: 'Niemand passt',
  noMembers: 'Noch ist niemand Mitglied.',
  countMembers: (count: number) => counted(count, 'Mitglied', 'Mitglieder'),
  unknown: 'unbekannter Benutzer',
};

export const groups = {
  ...common,
  ...members,
  label: words.groups,
  search: 'Gruppen durchsuchen',
  searchHint: 'Name einer Gruppe',
  create: words.newGroup,
  createTitle: words.newGroup,
  columns: { name: words.group, members: words.members },
  emptyTitle: 'Noch keine Gruppen',
  emptyText:
    'Eine Gruppe ist eine Menge von Benutzern. Workflows, Panels und Assistenten können mit ihr geteilt werden oder ihr gehören.',
  nothingFitsText: 'Keine Gruppe hat diesen Text im Namen.',
  curl: `curl -X POST "$HEDDLE_URL/api/v1/group/create" -H "uni-api-key: $KEY" -d '{"name": "Weavers"}'`,
  deleteGroup: 'Gruppe löschen',
  deleteText: 'Was mit der Gruppe geteilt war, ist nicht mehr mit ihren Mitgliedern geteilt. Die Benutzer bleiben.',
};

export const organizations = {
  ...common,
  ...members,
  label: words.organizations,
  search: 'Organisationen durchsuchen',
  searchHint: 'Name einer Organisation',
  create: words.newOrganization,
  createTitle: words.newOrganization,
  columns: { name: words.organization, members: words.members },
  emptyTitle: 'Noch keine Organisationen',
  emptyText:
    'Eine Organisation bezahlt gemeinsam: Workflows und Panels, die ihr gehören, verwenden ihre Credits und ihren Speicher statt denen eines Benutzers.',
  nothingFitsText: 'Keine Organisation hat diesen Text im Namen.',
  curl: `curl -X POST "$HEDDLE_URL/api/v1/organization/create" -H "uni-api-key: $KEY" -d '{"name": "Mill"}'`,
  roleOf: (name: string) => `Rolle von ${name}`,
  roles: { viewer: 'Betrachter', operator: 'Bediener', editor: 'Bearbeiter', admin: 'Verwalter', owner: words.owner },
  rolesText:
    'Jeder darf, was die davor dürfen: Betrachter verwenden, was der Organisation gehört, Bediener starten auch Läufe, Bearbeiter legen auch an, veröffentlichen und ändern, Verwalter bestimmen auch die Mitglieder, und Besitzer ernennen Besitzer.',
  ownText: 'Was Sie in jeder Ihrer Organisationen dürfen.',
  owns: (workflows: number, panels: number) =>
    `Ihr gehören ${counted(workflows, 'Workflow', 'Workflows')} und ${counted(panels, 'Panel', 'Panels')}.`,
  deleteOrganization: 'Organisation löschen',
  deleteText: 'Sie kann nur gelöscht werden, wenn ihr kein Workflow und kein Panel gehört. Die Benutzer bleiben.',
};

export const usage = {
  title: 'Verbrauch',
  text: 'Was Sie von dem verbraucht haben, was Ihnen zusteht. Ein Administrator kann die Grenzen ändern.',
};
