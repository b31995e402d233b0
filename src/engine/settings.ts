/**
 * `definition.settings`: what a workflow says about its runs as a whole. A known setting with a wrong value is an error.
 * An unknown one is only a warning, because clients may have stored anything there.
 */
import type { ValidateFunction } from 'ajv';
import { type Reference, TemplateError } from '../templates/template.ts';
import { isObject, quote } from './definition.ts';
import type { TemplateCompiler } from './details.ts';
import type { Issues } from './issue.ts';
import { describeParamProblem } from './node-types.ts';
import { createSchemaCompiler } from './schema-compiler.ts';
import { Settings, type WorkflowSettings } from './settings-schema.ts';

export type { AlertSettings, ConcurrencySettings, WorkflowSettings } from './settings-schema.ts';

const compile = createSchemaCompiler({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });

function settingsValidator(): ValidateFunction<WorkflowSettings> {
  return compile(Settings) as ValidateFunction<WorkflowSettings>;
}

/** Returns the settings of a valid definition. Unknown ones are not among them. */
export function readSettings(definition: unknown): WorkflowSettings {
  const given = isObject(definition) && isObject(definition.settings) ? definition.settings : {};
  const known = Object.fromEntries(Object.entries(given).filter(([name]) => isKnown(name)));
  if (Object.keys(known).length === 0) return {};
  return settingsValidator()(known) ? known : {};
}

export function checkSettings(definition: object, templates: TemplateCompiler, issues: Issues): void {
  if (!('settings' in definition)) return;
  const { settings } = definition;
  if (!isObject(settings)) {
    issues.warning("'settings' of the definition is not an object, and is ignored", undefined, 'settings');
    return;
  }
  for (const name of Object.keys(settings)) {
    if (!isKnown(name))
      issues.warning(`Settings: ${quote(name)} is not a setting of workflows, and is ignored`, undefined, 'settings');
  }
  const validate = settingsValidator();
  if (!validate(settings)) {
    for (const error of validate.errors ?? [])
      issues.error(`Settings: ${describeParamProblem(error, 'settings')}`, undefined, 'settings');
    return;
  }
  for (const problem of findMissingNames(settings)) issues.error(`Settings: ${problem}`, undefined, 'settings');
  for (const [path, source] of listExpressions(settings)) {
    const problem = expressionProblem(source, templates);
    if (problem) issues.error(`Settings: ${quote(path)} ${problem}`, undefined, 'settings');
  }
}

function isKnown(name: string): boolean {
  return Object.hasOwn(Settings.properties, name);
}

function findMissingNames({ concurrency = [] }: WorkflowSettings): string[] {
  return concurrency.flatMap(({ scope, name }, index) =>
    scope === 'organization' && name === undefined
      ? `'concurrency[${index}].name' is required for the scope 'organization'`
      : [],
  );
}

/** Returns the expressions of the settings with their paths. */
function listExpressions({ concurrency = [], priority, labels = {} }: WorkflowSettings): [string, string][] {
  return [
    ...concurrency.flatMap(({ key }, index): [string, string][] =>
      key === undefined ? [] : [[`concurrency[${index}].key`, key]],
    ),
    ...(typeof priority === 'string' ? [['priority', priority] as [string, string]] : []),
    ...Object.entries(labels).map(([name, source]): [string, string] => [`labels.${name}`, source]),
  ];
}

/** The variables that exist before a run starts. */
const KNOWN_BEFORE = new Set(['input', 'trigger', 'workflow']);

function expressionProblem(source: string, templates: TemplateCompiler): string | undefined {
  let references: readonly Reference[];
  try {
    ({ references } = templates.expression(source));
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return `is not a valid expression: ${error.message}`;
  }
  const unknown = references.find(({ root }) => !KNOWN_BEFORE.has(root));
  return unknown && `uses ${quote(unknown.root)}, which is not known before the run starts`;
}
