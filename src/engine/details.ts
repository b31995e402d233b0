/** Checks the params of a single step. */
import { type Template, TemplateError } from '../templates/template.ts';
import type { ScheduleError } from './cron-fields.ts';
import { isObject, type Params, quote } from './definition.ts';
import type { Issues } from './issue.ts';
import { formProblem, schemaProblem } from './json-schema.ts';
import {
  FAILURE_SCOPE,
  fieldTexts,
  isExpressionKind,
  isTemplate,
  type NodeRules,
  type ParamSource,
  type TextKind,
  type Texts,
} from './node-rules.ts';
import { formatPath, type NodeTypes } from './node-types.ts';
import type { ReferenceCheck } from './references.ts';
import { holidaySource, type ScheduleDays } from './schedule-days.ts';
import { secretProblems, type UsableCredentials } from './secrets.ts';
import type { PlanStep } from './steps.ts';

export interface DetailEnvironment {
  readonly nodeTypes: NodeTypes;
  readonly templates: TemplateCompiler;
  /** Whether there is such a tool. `maybe` means that its provider is not reachable at the moment. */
  knowsTool(name: string): 'yes' | 'no' | 'maybe';
  /** The ids, in lower case, that the definition names and that the caller may use. */
  readonly assistants: ReadonlySet<string>;
  readonly panels: ReadonlySet<string>;
  /** Those that the definition names and that the caller may use. */
  readonly credentials: UsableCredentials;
  /** The workflows that the definition runs and that the caller may run, by their ids in lower case. */
  readonly workflows: ReadonlyMap<string, RunnableWorkflow>;
  /** Describes what is wrong with a schedule, if anything. */
  scheduleProblem(cron: string, timezone: string, days?: ScheduleDays): ScheduleProblem | undefined;
  /** Describes what is wrong with the syntax of code, if anything. Without it, code is not checked. */
  sourceProblem?(source: ParamSource): string | undefined;
}

export type ScheduleProblem = Pick<ScheduleError, 'message' | 'param'>;

/** A workflow that a step may run. */
export interface RunnableWorkflow {
  readonly name: string;
  readonly isPublished: boolean;
  /** Whether it is the workflow of the step, or runs it in turn, as far as that is known. */
  readonly recursion: 'direct' | 'indirect' | undefined;
  /** Set when the caller may read it, but not run it. */
  readonly isReadOnly?: boolean;
}

/** Both methods throw `TemplateError` for an invalid source. */
export interface TemplateCompiler {
  template(source: string): Pick<Template, 'references'>;
  expression(source: string): Pick<Template, 'references'>;
}

export function checkDetails(
  { node, rules }: PlanStep,
  index: number,
  environment: DetailEnvironment,
  references: ReferenceCheck,
  issues: Issues,
): void {
  if (!rules) return;
  const { params } = node;
  const error = (problem: string, param?: string) => issues.error(`Step ${quote(node.id)}: ${problem}`, node.id, param);
  for (const { message, param } of environment.nodeTypes.paramProblems(rules, params)) error(message, param);
  for (const { message, about } of handleNameProblems(rules, rules.namedHandles?.(params) ?? [])) {
    error(message, findParam(params, about));
  }
  const schedule = rules.schedule?.(params);
  const scheduleProblem = schedule && environment.scheduleProblem(schedule.cron, schedule.timezone, schedule.days);
  if (scheduleProblem) {
    const { message, param } = scheduleProblem;
    error(message, param === 'cron' && !('cron' in params) ? 'every' : param);
  }
  const { variable } = holidaySource(schedule?.days) ?? {};
  if (variable !== undefined) references.checkNamedVariable(index, variable, 'days');
  for (const source of rules.sources?.(params) ?? []) {
    const problem = environment.sourceProblem?.(source);
    if (problem !== undefined) error(`${quote(source.param)} ${problem}`, source.param);
  }
  const resources = rules.resources?.(params) ?? {};
  for (const { message, about } of resourceProblems(resources, environment)) error(message, findParam(params, about));
  for (const name of resources.tools ?? []) {
    if (environment.knowsTool(name) !== 'maybe') continue;
    const message = `Step ${quote(node.id)}: the tool ${quote(name)} can not be reached at the moment`;
    issues.warning(message, node.id, findParam(params, name));
  }

  for (const { message, about } of workflowWarnings(resources, environment)) {
    issues.warning(`Step ${quote(node.id)}: ${message}`, node.id, findParam(params, about));
  }

  for (const { message, param } of rules.problems?.(params) ?? []) error(message, param);
  for (const { message, ...about } of rules.suggestions?.(params) ?? []) {
    const said = `Step ${quote(node.id)}: ${message}`;
    issues.report({ severity: 'warning', message: said, nodeId: node.id, ...about });
  }

  visitTexts(params, rules.texts ?? 'template', [], (value, kind, path) => {
    const problem =
      typeof value === 'string'
        ? compileProblem(value, kind, environment.templates, compiled => {
            const [param] = path;
            const scope = kind === 'failure expression' ? FAILURE_SCOPE : rules.scopes?.[param ?? ''];
            for (const problem of scopeProblems(compiled, scope)) error(`${quote(formatPath(path))} ${problem}`, param);
            // What is no variable of a run is not checked as one.
            const ofRun = scope ? compiled.filter(({ root }) => root === 'vars') : compiled;
            references.check(index, { kind, param }, ofRun);
            for (const problem of secretProblems(compiled, rules, environment.credentials)) {
              error(`${quote(formatPath(path))} ${problem}`, path[0]);
            }
          })
        : describeSchemaProblem(value, kind);
    if (problem) error(`${quote(formatPath(path))} ${problem}`, path[0]);
  });
}

type Visit = (value: unknown, kind: TextKind, path: readonly string[]) => void;

/** Visits every string of the params, and every schema as a whole. */
function visitTexts(value: unknown, texts: Texts, path: string[], visit: Visit): void {
  const isSchema = texts === 'schema' || texts === 'form schema';
  if (typeof value === 'string' || isSchema) {
    // `texts` has kinds by field, but there is a string instead of an object. The schema of the params reports that.
    if (typeof texts === 'string') visit(value, texts, path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, child] of Object.entries(value)) {
    path.push(key);
    visitTexts(child, isList ? texts : fieldTexts(texts, key), path, visit);
    path.pop();
  }
}

function compileProblem(
  text: string,
  kind: TextKind,
  templates: TemplateCompiler,
  use: (references: Template['references']) => void,
): string | undefined {
  const isExpression = isExpressionKind(kind) || kind === 'failure expression';
  if (!isExpression && (kind === 'literal' || !isTemplate(text))) return undefined;
  try {
    use((isExpression ? templates.expression(text) : templates.template(text)).references);
    return undefined;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return `is not a valid ${isExpression ? 'expression' : 'template'}: ${error.message}`;
  }
}

/** Says which variables do not exist where a text is evaluated. */
function scopeProblems(references: Template['references'], scope: readonly string[] | undefined): string[] {
  if (!scope) return [];
  const unknown = new Set(references.map(({ root }) => root).filter(root => !scope.includes(root)));
  return [...unknown].map(root => `uses ${quote(root)}, but sees only ${scope.join(', ')}`);
}

function describeSchemaProblem(value: unknown, kind: TextKind): string | undefined {
  if (!isObject(value)) return undefined;
  const problem = schemaProblem(value);
  if (problem) return `is not a valid JSON Schema: ${problem}`;
  const form = kind === 'form schema' ? formProblem(value) : undefined;
  return form && `is not a valid form: ${form}`;
}

/** A problem with a text that stands somewhere in the params. */
interface TextProblem {
  message: string;
  about: string;
}

/** Returns the top-level param that contains the text. */
function findParam(params: Params, text: string): string | undefined {
  const contains = (value: unknown): boolean =>
    value === text || (typeof value === 'object' && value !== null && Object.values(value).some(contains));
  return Object.keys(params).find(key => contains(params[key]));
}

function handleNameProblems(rules: NodeRules, names: readonly string[]): Iterable<TextProblem> {
  const reserved = new Set([...rules.handles, 'error']);
  const known = new Set<string>();
  const problems = new Map<string, TextProblem>();
  const add = (message: string, about: string) => problems.set(message, { message, about });
  for (const name of names) {
    if (reserved.has(name)) add(`an output must not be named ${quote(name)}`, name);
    else if (known.has(name)) add(`two outputs are named ${quote(name)}`, name);
    known.add(name);
  }
  return problems.values();
}

function resourceProblems(
  resources: ReturnType<NonNullable<NodeRules['resources']>>,
  environment: DetailEnvironment,
): TextProblem[] {
  const { assistants = [], panels = [], tools = [], credentials = [], credentialKinds } = resources;
  const { workflows = [], drafts = [], watched = [] } = resources;
  const named = (id: string) => environment.workflows.get(id.toLowerCase());
  const missing = (what: string, ids: readonly string[], isUsable: (id: string) => boolean) =>
    ids
      .filter(id => !isUsable(id))
      .map(id => ({ message: `the ${what} ${quote(id)} does not exist or may not be used`, about: id }));
  return [
    ...tools
      .filter(name => environment.knowsTool(name) === 'no')
      .map(name => ({ message: `there is no tool ${quote(name)}`, about: name })),
    ...missing('assistant', assistants, id => environment.assistants.has(id.toLowerCase())),
    ...missing('panel', panels, id => environment.panels.has(id.toLowerCase())),
    ...missing('workflow', [...workflows, ...drafts], id => named(id) !== undefined && !named(id)?.isReadOnly),
    ...missing('workflow', watched, id => named(id) !== undefined),
    ...missing('credential', credentials, name => environment.credentials.has(name)),
    ...(credentialKinds ? credentials.flatMap(name => kindProblem(name, credentialKinds, environment)) : []),
  ];
}

function kindProblem(name: string, kinds: readonly string[], { credentials }: DetailEnvironment): TextProblem[] {
  const kind = credentials.get(name)?.kind;
  if (kind === undefined || kinds.includes(kind)) return [];
  const message = `the credential ${quote(name)} is of the kind ${quote(kind)}, but must be one of ${kinds.join(', ')}`;
  return [{ message, about: name }];
}

function workflowWarnings(
  { workflows = [], drafts = [] }: ReturnType<NonNullable<NodeRules['resources']>>,
  environment: DetailEnvironment,
): TextProblem[] {
  const warn = (ids: readonly string[], describe: (workflow: RunnableWorkflow) => string | undefined) =>
    ids.flatMap(id => {
      const workflow = environment.workflows.get(id.toLowerCase());
      const message = workflow && describe(workflow);
      return message === undefined ? [] : { message, about: id };
    });
  return [
    ...warn(workflows, ({ name, isPublished, recursion }) =>
      isPublished || recursion === 'direct' ? undefined : `the workflow ${quote(name)} is not published`,
    ),
    ...warn([...workflows, ...drafts], ({ name, recursion }) => {
      if (recursion === 'direct') return 'the workflow runs itself, so something must end that';
      return recursion && `the workflow ${quote(name)} runs this one in turn, so something must end that`;
    }),
  ];
}
