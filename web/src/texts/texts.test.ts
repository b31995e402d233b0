/** Compares the languages. That no German text is missing, the compiler says here. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';

/** The same texts in another language: functions take the same, and return texts. */
type Translation<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Result
    ? (...given: Given) => Translation<Result>
    : T extends object
      ? { [Name in keyof T]: Translation<T[Name]> }
      : T;

function pair<English extends object>(english: Promise<English>, german: Promise<Translation<NoInfer<English>>>) {
  return Promise.all([english, german]);
}

const TEXTS: Readonly<Record<string, Promise<[object, object]>>> = {
  administration: pair(import('./administration.ts'), import('./de/administration.ts')),
  api: pair(import('./api.ts'), import('./de/api.ts')),
  approvals: pair(import('./approvals.ts'), import('./de/approvals.ts')),
  assistants: pair(import('./assistants.ts'), import('./de/assistants.ts')),
  audit: pair(import('./audit.ts'), import('./de/audit.ts')),
  builder: pair(import('./builder.ts'), import('./de/builder.ts')),
  chat: pair(import('./chat.ts'), import('./de/chat.ts')),
  common: pair(import('./common.ts'), import('./de/common.ts')),
  connections: pair(import('./connections.ts'), import('./de/connections.ts')),
  connectors: pair(import('./connectors.ts'), import('./de/connectors.ts')),
  counts: pair(import('./counts.ts'), import('./de/counts.ts')),
  credentials: pair(import('./credentials.ts'), import('./de/credentials.ts')),
  editor: pair(import('./editor.ts'), import('./de/editor.ts')),
  'editor-panel': pair(import('./editor-panel.ts'), import('./de/editor-panel.ts')),
  'editor-run': pair(import('./editor-run.ts'), import('./de/editor-run.ts')),
  failures: pair(import('./failures.ts'), import('./de/failures.ts')),
  files: pair(import('./files.ts'), import('./de/files.ts')),
  flow: pair(import('./flow.ts'), import('./de/flow.ts')),
  forms: pair(import('./forms.ts'), import('./de/forms.ts')),
  frame: pair(import('./frame.ts'), import('./de/frame.ts')),
  graph: pair(import('./graph.ts'), import('./de/graph.ts')),
  installation: pair(import('./installation.ts'), import('./de/installation.ts')),
  language: pair(import('./language.ts'), import('./de/language.ts')),
  lists: pair(import('./lists.ts'), import('./de/lists.ts')),
  look: pair(import('./look.ts'), import('./de/look.ts')),
  notifications: pair(import('./notifications.ts'), import('./de/notifications.ts')),
  'operation-help': pair(import('./operation-help.ts'), import('./de/operation-help.ts')),
  panels: pair(import('./panels.ts'), import('./de/panels.ts')),
  polls: pair(import('./polls.ts'), import('./de/polls.ts')),
  publish: pair(import('./publish.ts'), import('./de/publish.ts')),
  records: pair(import('./records.ts'), import('./de/records.ts')),
  revisions: pair(import('./revisions.ts'), import('./de/revisions.ts')),
  'run-parts': pair(import('./run-parts.ts'), import('./de/run-parts.ts')),
  runs: pair(import('./runs.ts'), import('./de/runs.ts')),
  schedules: pair(import('./schedules.ts'), import('./de/schedules.ts')),
  scopes: pair(import('./scopes.ts'), import('./de/scopes.ts')),
  settings: pair(import('./settings.ts'), import('./de/settings.ts')),
  sharing: pair(import('./sharing.ts'), import('./de/sharing.ts')),
  'sign-in': pair(import('./sign-in.ts'), import('./de/sign-in.ts')),
  states: pair(import('./states.ts'), import('./de/states.ts')),
  'step-summaries': pair(import('./step-summaries.ts'), import('./de/step-summaries.ts')),
  'sub-workflows': pair(import('./sub-workflows.ts'), import('./de/sub-workflows.ts')),
  templates: pair(import('./templates.ts'), import('./de/templates.ts')),
  tour: pair(import('./tour.ts'), import('./de/tour.ts')),
  uploads: pair(import('./uploads.ts'), import('./de/uploads.ts')),
  variables: pair(import('./variables.ts'), import('./de/variables.ts')),
  waits: pair(import('./waits.ts'), import('./de/waits.ts')),
  webhooks: pair(import('./webhooks.ts'), import('./de/webhooks.ts')),
  workflows: pair(import('./workflows.ts'), import('./de/workflows.ts')),
};

/** Words, names and units that are the same in German. */
const SAME_WORDS = new Set([
  'API',
  'Admin',
  'Administration',
  'Administrator',
  'Builder',
  'Byte',
  'CSV',
  'Chat',
  'Credits',
  'Definition',
  'Details',
  'Editor',
  'Format',
  'Heddle',
  'Host',
  'Hosts',
  'Id',
  'Installation',
  'JSON',
  'Job',
  'Jobs',
  'Link',
  'Name',
  'Node',
  'OpenAPI 3.0',
  'OpenAPI 3.1',
  'Panel',
  'Panels',
  'PostgreSQL',
  'SHA-256',
  'Status',
  'Swagger 2.0',
  'Test',
  'Tests',
  'Text',
  'Token',
  'URL',
  'Uploads',
  'Variable',
  'Version',
  'Webhook',
  'Webhooks',
  'Workflow',
  'Workflows',
  'in',
]);
/** Commands and examples of what can be typed. */
const COMMAND = /^(curl |HEDDLE_\w+=|https:|image\/)|example\.org$/;

function namesOf(folder: string): string[] {
  return readdirSync(path.join(import.meta.dirname, folder), { withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => path.basename(name, '.ts'))
    .sort();
}

/** Fails at texts that German has too many or that ignore what they are given, and returns those that are still English. */
function findUntranslated(english: unknown, german: unknown, name: string): string[] {
  assert.equal(typeof german, typeof english, name);
  if (typeof english === 'function' && typeof german === 'function') {
    assert.equal(german.length, english.length, name);
    const same = String(german) === String(english) && wordsIn(String(english)).some(word => !SAME_WORDS.has(word));
    return same ? [`${name}: ${english}`] : [];
  }
  if (typeof english === 'object' && english !== null && typeof german === 'object' && german !== null) {
    assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort(), name);
    const translated = new Map(Object.entries(german));
    return Object.entries(english).flatMap(([key, text]) =>
      findUntranslated(text, translated.get(key), `${name}.${key}`),
    );
  }
  const same = german === english && typeof english === 'string' && /\p{L}{2}/u.test(english);
  return same && !SAME_WORDS.has(english) && !COMMAND.test(english) ? [`${name}: ${english}`] : [];
}

/** What a function writes itself, without what it is given. Commands are no words of a language. */
function wordsIn(source: string): string[] {
  return [...source.replace(/=== '[^']*'/g, '').matchAll(/`([^`]*)`|'([^']*)'/g)]
    .flatMap(([, template = '', text = '']) => [...template.split(/\$\{[^}]*\}/), text])
    .map(words => words.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    .filter(words => /\p{L}{2}/u.test(words) && !COMMAND.test(source.slice(source.indexOf('`') + 1)));
}

suite('the German texts', () => {
  test('are there for every file', () => {
    // Those of the locale are the same for all languages.
    const translated = namesOf('.').filter(name => name !== 'locale');
    assert.deepEqual(Object.keys(TEXTS).sort(), translated);
    assert.deepEqual(namesOf('de'), translated);
  });

  for (const [name, texts] of Object.entries(TEXTS)) {
    test(`of ${name} are translations`, async () => {
      const [english, german] = await texts;
      assert.deepEqual(findUntranslated({ ...english }, { ...german }, name), []);
    });
  }
});
