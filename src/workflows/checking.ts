/** Validates definitions for a caller, who may use only some of the assistants and panels to which they refer. */
import { findGroupIds } from '../accounts/memberships.ts';
import { visiblePanels } from '../booster/panels.ts';
import { createSyntaxChecker, type SyntaxChecker, sourceKey } from '../code/syntax.ts';
import type { Query } from '../database.ts';
import { findSizeProblem } from '../engine/definition-size.ts';
import type { UsableCredentials } from '../engine/secrets.ts';
import {
  containedSources,
  type Issue,
  NodeTypes,
  type ParamIssue,
  referencedResources,
  validateParams,
  withoutParam,
} from '../engine/validation.ts';
import { workflowNotValid } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import type { NodeType } from '../nodes/node.ts';
import { createNodeRegistry, type NodeRegistry, toCatalogEntry, toDescribedEntry } from '../nodes/registry.ts';
import { isUuid } from '../platform/ids.ts';
import { isObject } from '../platform/is-object.ts';
import { isJsonSmall } from '../platform/json/head.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import { createTemplateCache, type TemplateCache } from '../templates/template.ts';
import { toCatalogTool, toDescribedTool } from '../tools/catalog.ts';
import type { ToolBox } from '../tools/registry.ts';
import { findVariableNames, mayUseVariables, type VariableScope } from '../variables/reading.ts';
import { findAlertIssues } from './alert-receivers.ts';
import { findRunnableWorkflows } from './runnable.ts';
import type { Catalog, DescribedCatalog } from './schemas.ts';
import { scheduleProblem } from './triggers.ts';
import type { ValidationInput } from './validation-thread.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

/** What definitions consist of: validation and execution share it. */
export interface DefinitionLanguage {
  registry: NodeRegistry;
  nodeTypes: NodeTypes;
  templates: TemplateCache;
  tools: Pick<ToolBox, 'list' | 'knows' | 'isShared' | 'paramProblems'>;
  limits: WorkflowLimits;
}

const CACHED_TEMPLATES = 5_000;

export function createLanguage(tools: DefinitionLanguage['tools'], limits: WorkflowLimits): DefinitionLanguage {
  const registry = createNodeRegistry(limits);
  const nodeTypes = new NodeTypes(Object.values(registry));
  const templates = createTemplateCache({ entries: CACHED_TEMPLATES, maxSourceCharacters: limits.templateCharacters });
  return { registry, nodeTypes, templates, tools, limits };
}

/** Finds the assistants that steps may run on behalf of the user. */
type UsableAssistants = (db: Query, caller: Caller, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** A definition with fewer characters is validated on the event loop, in a few milliseconds. */
const LARGE_CHARACTERS = 20_000;
const VALIDATION = new URL('./validation-thread.ts', import.meta.url);
const VALIDATION_MS = 60_000;
const VALIDATION_MB = 512;

/** Finds those of the named credentials that the caller may use, with their fields. */
type FindUsableCredentials = (db: Query, caller: Caller, names: readonly string[]) => Promise<UsableCredentials>;

interface CheckerOptions {
  usableAssistants: UsableAssistants;
  usableCredentials: FindUsableCredentials;
  /** These validate large definitions. */
  threads: ThreadPool;
}

export class Checker {
  readonly limits: WorkflowLimits;
  readonly #language: DefinitionLanguage;
  readonly #options: CheckerOptions;
  readonly #syntax: SyntaxChecker;
  readonly #nodeTypes: Catalog['node_types'];
  readonly #describedTypes: DescribedCatalog['node_types'];

  constructor(language: DefinitionLanguage, options: CheckerOptions) {
    this.limits = language.limits;
    this.#language = language;
    this.#options = options;
    this.#syntax = createSyntaxChecker(options.threads);
    const nodeTypes = Object.values<NodeType>(language.registry);
    this.#nodeTypes = nodeTypes.map(toCatalogEntry);
    this.#describedTypes = nodeTypes.map(toDescribedEntry);
  }

  /** With the tools that the caller has. */
  async catalog({ userId, email }: Caller): Promise<Catalog> {
    const tools = await this.#language.tools.list({ id: userId, email });
    return { node_types: this.#nodeTypes, tools: tools.map(toCatalogTool) };
  }

  /** As above, with the schemas of what steps and tools give, and with how their params are edited. */
  async describedCatalog({ userId, email }: Caller): Promise<DescribedCatalog> {
    const tools = await this.#language.tools.list({ id: userId, email });
    return { node_types: this.#describedTypes, tools: tools.map(toDescribedTool) };
  }

  /** With a scope, it also warns of variables that do not exist in it, and of users whom its alerts would not reach. */
  async findIssues(db: Query, caller: Caller, definition: unknown, scope?: VariableScope): Promise<Issue[]> {
    return (await this.findParamIssues(db, caller, definition, scope)).map(withoutParam);
  }

  /** The same issues, with the params that they are about. */
  async findParamIssues(db: Query, caller: Caller, definition: unknown, scope?: VariableScope): Promise<ParamIssue[]> {
    const issues = await this.#findOwnIssues(db, caller, definition, scope);
    // A call may contain megabytes of data, which would take long to compare with a schema.
    return isJsonSmall(definition, LARGE_CHARACTERS)
      ? [...issues, ...toolWarnings(definition, this.#language.tools)]
      : issues;
  }

  /**
   * Throws `workflowNotValid` when there are errors; warnings are fine. `forAnyone` tells whether the result would be
   * the same for every caller.
   */
  async requireValid(db: Query, caller: Caller, definition: unknown): Promise<{ forAnyone: boolean }> {
    const { nodeTypes, tools } = this.#language;
    const errors = (await this.findIssues(db, caller, definition)).filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw workflowNotValid(errors.map(({ message }) => message).join('; '));
    const { tools: named, ...own } = referencedResources(definition, nodeTypes);
    const isPersonal = Object.values(own).some(({ length }) => length > 0);
    return { forAnyone: !isPersonal && named.every(name => tools.isShared(name)) };
  }

  async #findOwnIssues(db: Query, caller: Caller, definition: unknown, scope?: VariableScope): Promise<ParamIssue[]> {
    const sizeProblem = findSizeProblem(definition, this.limits);
    if (sizeProblem)
      return [{ severity: 'error', message: `The definition ${sizeProblem}`, node_id: null, edge: null, param: null }];
    const issues = await this.#validate(db, caller, definition, scope);
    return [...issues, ...(await findAlertIssues(db, scope?.id, definition))];
  }

  async #validate(
    db: Query,
    caller: Caller,
    definition: unknown,
    scope: VariableScope | undefined,
  ): Promise<ParamIssue[]> {
    const { nodeTypes, templates, tools, limits } = this.#language;
    const { usableAssistants, usableCredentials, threads } = this.#options;
    const text = JSON.stringify(definition);
    const referenced = referencedResources(definition, nodeTypes);
    const known = await tools.knows(referenced.tools, { id: caller.userId, email: caller.email });
    const usable = {
      assistants: await usableAssistants(db, caller, referenced.assistants.filter(isUuid)),
      panels: await findUsablePanels(db, caller, referenced.panels),
      credentials: await usableCredentials(db, caller, referenced.credentials),
      workflows: await findRunnableWorkflows(db, caller, referenced.workflows, scope?.id),
      variables: scope && mayUseVariables(text) ? await findVariableNames(db, scope) : undefined,
      codeProblems: await this.#syntax.findProblems(containedSources(definition, nodeTypes), caller.userId),
    };
    if (isJsonSmall(definition, LARGE_CHARACTERS)) {
      return validateParams(definition, {
        nodeTypes,
        templates,
        knowsTool: name => known.get(name) ?? 'no',
        ...usable,
        scheduleProblem: (cron, timezone, days) => scheduleProblem(cron, timezone, { days, shortest: limits }),
        sourceProblem: source => usable.codeProblems.get(sourceKey(source)),
        limits,
      });
    }
    const input: ValidationInput = {
      definition: text,
      tools: known,
      ...usable,
      limits,
    };
    const owner = caller.userId;
    return threads.run<ParamIssue[]>(VALIDATION, input, { owner, timeoutMs: VALIDATION_MS, memoryMb: VALIDATION_MB });
  }
}

async function findUsablePanels(db: Query, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const groups = await findGroupIds(db, caller);
  const panels = await visiblePanels(db, caller, groups)
    .where('panels.id', 'in', ids)
    .where('enabled', '=', true)
    .execute();
  return new Set(panels.map(({ id }) => id));
}

/** Calls of tools whose params will not fit. They are warnings, because the tools of an installation may change. */
function toolWarnings(definition: unknown, tools: Pick<ToolBox, 'paramProblems'>): ParamIssue[] {
  const nodes = isObject(definition) && Array.isArray(definition.nodes) ? definition.nodes : [];
  return nodes.filter(isToolCall).flatMap(({ id, params: { tool, params = {} } }) =>
    tools.paramProblems(tool, params).map(
      (problem): ParamIssue => ({
        severity: 'warning',
        message: `Step '${id}': the params of ${tool} do not fit: ${problem}`,
        node_id: id,
        edge: null,
        param: 'params',
      }),
    ),
  );
}

interface ToolCall {
  id: string;
  params: { tool: string; params?: Record<string, unknown> };
}

function isToolCall(node: unknown): node is ToolCall {
  if (!isObject(node) || node.type !== 'tool.call' || typeof node.id !== 'string' || !isObject(node.params))
    return false;
  const { tool, params } = node.params;
  return typeof tool === 'string' && (params === undefined || isObject(params));
}
