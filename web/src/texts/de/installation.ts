import { counted, formatNumber } from '../locale.ts';
import * as words from './common.ts';

export const administrationTabs = {
  label: 'Teile der Administration',
  users: words.users,
  groups: words.groups,
  organizations: words.organizations,
  audit: words.auditLog,
  installation: 'Installation',
  jobs: words.jobs,
  notAllowed: 'Das sehen nur Administratoren',
  notAllowedText:
    'Ihr Konto ist nicht das eines Administrators. Bitten Sie einen von ihnen, wenn hier etwas geändert werden soll.',
};

const DEPENDENCIES = {
  database: 'Datenbank',
  storage: 'Dateispeicher',
  mail: 'Mail',
  model: 'Modell',
  mcp_server: 'MCP-Server',
};

const USED: Readonly<Record<string, string>> = {
  embedded: 'Eingebettetes PostgreSQL',
  postgres: words.postgreSQL,
  disk: 'Ein Ordner auf der Festplatte',
  s3: 'Ein S3-Bucket',
  smtp: 'Ein SMTP-Server',
  folder: 'Kein Server: Mails werden in den Ordner outbox geschrieben',
};

const PROBLEMS: Readonly<Record<string, string>> = {
  timeout: 'Hat nicht rechtzeitig geantwortet',
  unreachable: 'Ist nicht erreichbar',
  ECONNREFUSED: 'Lehnt Verbindungen ab',
  ENOTFOUND: 'Der Name ist nicht bekannt',
  EAUTH: 'Lehnt Benutzer oder Passwort ab',
  ESOCKET: 'Ist nicht erreichbar',
  status: 'Hat mit einem Fehler geantwortet',
  process_gone: 'Der Prozess ist verschwunden',
};

export const installation = {
  versions: 'Versionen',
  node: 'Node',
  backlog: 'Arbeit',
  runsQueued: 'Läufe in der Warteschlange',
  runsRunning: 'Läufe in Ausführung',
  runsWaiting: 'Läufe, die warten',
  jobsWaiting: 'Jobs, die warten',
  jobsActive: 'Jobs in Ausführung',
  jobsDead: 'Jobs, die endgültig fehlgeschlagen sind',
  number: (count: number) => formatNumber(count),
  health: 'Zustand',
  healthText: 'Was der Prozess, der Ihnen antwortet, von allem sieht, wovon er abhängt.',
  checkAgain: 'Noch einmal prüfen',
  checked: (time: string | number) => `Geprüft ${time}`,
  dependency: 'Teil',
  ok: 'Funktioniert',
  failed: 'Funktioniert nicht',
  kindOf: (kind: keyof typeof DEPENDENCIES) => DEPENDENCIES[kind],
  used: (kind: keyof typeof DEPENDENCIES, name: string) =>
    kind === 'model' || kind === 'mcp_server' ? name : (USED[name] ?? name),
  problem: (kind: string) => PROBLEMS[kind] ?? kind,
  sendTestMail: 'Testmail an mich senden',
  testMailSent: (to: string) => `Eine Testmail wurde an ${to} gesendet.`,
  processes: 'Prozesse',
  processesText:
    'Alle Prozesse, die sich die Datenbank teilen. Prozesse, die verschwunden sind, werden noch eine Stunde gezeigt.',
  process: 'Prozess',
  serves: 'Beantwortet Anfragen',
  servesAndWorks: 'Beantwortet Anfragen und arbeitet im Hintergrund',
  works: 'Arbeitet im Hintergrund',
  thisOne: 'dieser',
  host: (host: string, pid: number) => `${host}, Prozess ${pid}`,
  alive: 'Lebt',
  gone: 'Verschwunden',
  executes: 'Führt aus',
  runsAndJobs: (runs: number, jobs: number) => `${counted(runs, 'Lauf', 'Läufe')}, ${counted(jobs, 'Job', 'Jobs')}`,
  otherVersion: 'andere Version',
  settings: 'Geltende Einstellungen',
  settingsText:
    'Alle Einstellungen sind Umgebungsvariablen und werden gelesen, wenn ein Prozess startet. Geheimnisse werden nie gezeigt.',
  findSetting: 'Einstellung suchen',
  findPlaceholder: 'Name oder Bedeutung',
  onlyChanged: 'Nur die, die vom Standard abweichen',
  setting: 'Einstellung',
  byDefault: 'Standard',
  meaning: 'Bedeutung',
  set: 'gesetzt',
  noSettingFits: 'Keine passende Einstellung',
  noSettingFitsText: 'Keine Einstellung hat diesen Text im Namen oder in der Bedeutung.',
  showAll: 'Alle Einstellungen anzeigen',
};

export const jobs = {
  kinds: 'Arten von Jobs',
  kindsText: 'Jobs sind die Arbeit, die Heddle von selbst tut: Mails, Zustellungen, Löschungen, Aufräumen.',
  retrying: (count: number) => `${formatNumber(count)} nach einem Fehlschlag`,
  active: 'In Ausführung',
  number: (count: number) => formatNumber(count),
  failedJobs: 'Jobs, die endgültig fehlgeschlagen sind',
  failedText: 'Sie haben alle ihre Versuche aufgebraucht. Heddle löscht sie nach 14 Tagen.',
  showKind: (kind: string) => `Die fehlgeschlagenen Jobs von ${kind} zeigen`,
  job: 'Job',
  error: 'Fehler',
  problem: (kind: string | null) => (kind === null ? 'Unbekannt' : (PROBLEMS[kind] ?? kind)),
  attempts: 'Versuche',
  failedAt: 'Letzter Versuch',
  idOf: (name: string, id: string) => `${name.replace(/_id$/, '').replaceAll('_', ' ')} ${id.slice(0, 8)}`,
  retryJob: (kind: string, id: string) => `${kind} ${id.slice(0, 8)} erneut versuchen`,
  removeJob: (kind: string, id: string) => `${kind} ${id.slice(0, 8)} löschen`,
  retryAll: 'Alle erneut versuchen',
  removeAll: 'Alle löschen',
  retried: (count: number) => `${counted(count, 'Job wurde', 'Jobs wurden')} wieder eingereiht.`,
  removed: (count: number) => `${counted(count, 'Job wurde', 'Jobs wurden')} gelöscht.`,
  deleteQuestion: 'Diesen Job löschen?',
  deleteText: (kind: string) => `Was der Job der Art ${kind} tun sollte, wird nicht getan.`,
  deleteAllQuestion: (count: number) => `${counted(count, 'Job', 'Jobs')} löschen?`,
  deleteAllText: (kind: string) => `Was die fehlgeschlagenen Jobs der Art ${kind} tun sollten, wird nicht getan.`,
  nothing: 'Kein Job ist endgültig fehlgeschlagen',
  nothingText:
    'Jobs, die fehlschlagen, werden von selbst noch einmal versucht. Hier erscheinen die, die alle ihre Versuche aufgebraucht haben.',
  nothingOfKind: (kind: string) => `Kein Job der Art ${kind} ist endgültig fehlgeschlagen`,
};
