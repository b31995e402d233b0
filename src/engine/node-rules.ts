/** What the engine must know about a node type to validate and execute a definition. The types are in `nodes/`. */
import type { Params } from './definition.ts';
import type { ScheduleDays } from './schedule-days.ts';

export interface NodeRules {
  readonly type: string;
  readonly category: 'trigger' | 'action' | 'logic';
  /** Whether the node ends its branch: no edge may leave it, not even on `error`. */
  readonly terminal: boolean;
  /** The named outputs of every node of the type, without `error`. Without named outputs, it has one default output. */
  readonly handles: readonly string[];
  /** Returns the further outputs that the params name, unchecked: with duplicates and with names of `handles`. */
  namedHandles?(params: Params): string[];
  /** Whether it has the default output beside its named ones. */
  readonly defaultOutput?: true;
  /** Named outputs that often have no edge. Validation does not warn about them. */
  readonly openHandles?: readonly string[];
  /** Named outputs that need an edge. Without one, a step that would continue there fails. */
  readonly failingHandles?: readonly string[];
  /** The output of a loop whose following steps run once per item. */
  readonly bodyHandle?: string;
  /** Whether the loop runs its body in rounds, each of which depends on those before, instead of once per item. */
  readonly isRepeat?: true;
  /** Whether a loop with these params reads its items from a source, in windows, instead of taking a list. */
  readsSource?(params: Params): boolean;
  /** JSON Schema (draft 7) of the params, with title and description of every property. */
  readonly paramsSchema: object;
  /** The kinds of the strings in the params that are not templates. */
  readonly texts?: Texts;
  /**
   * The variables that the texts of some params see instead of those of a run, because they are evaluated before there
   * is one.
   */
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
  /** Whether the node sends requests, in which secrets may stand. */
  readonly sendsSecrets?: boolean;
  /** Returns what is wrong with params that contradict each other, which a schema can not say well. */
  problems?(params: Params): readonly ParamMessage[];
  /** Returns what could be done better, for a warning each. */
  suggestions?(params: Params): readonly Suggestion[];
  /** Whether the node waits for a call of a URL, which templates know as `run.links.<id>`. */
  isCalled?(params: Params): boolean;
  /** Returns the assistants, panels, tools, credentials and workflows that the node uses. */
  resources?(params: Params): Resources;
  /** Returns the code in the params, whose syntax validation checks. */
  sources?(params: Params): readonly ParamSource[];
  /** Returns the schedule on which the node starts runs. */
  schedule?(params: Params): ScheduleParams | undefined;
}

/**
 * An `item template` is rendered at the end of each item of its loop, and sees the results of the body. An
 * `item expression` is evaluated there.
 * A `failure expression` is evaluated when a try of the step has failed, and sees only what is known of the failure.
 * A `schema` is any JSON Schema, a `form schema` that of a flat form. Their strings are literals.
 */
export type TextKind =
  | 'template'
  | 'expression'
  | 'item template'
  | 'item expression'
  | 'failure expression'
  | 'literal'
  | 'schema'
  | 'form schema';

/** The variables of a `failure expression`. `status` and `headers` are null unless another server answered. */
export const FAILURE_SCOPE = ['error', 'status', 'headers', 'attempt'] as const;

/** One kind for the whole value, or kinds by field. The elements of a list have the kind of the list. */
export type Texts = TextKind | { readonly [field: string]: Texts };

/** Identifiers in the params. Those that are templates are omitted, because they are known only in a run. */
export interface Resources {
  readonly assistants?: readonly string[];
  readonly panels?: readonly string[];
  readonly tools?: readonly string[];
  /** Names or ids. */
  readonly credentials?: readonly string[];
  /** Those whose published version the node runs. */
  readonly workflows?: readonly string[];
  /** Those whose draft the node runs. */
  readonly drafts?: readonly string[];
  /** Those whose runs start the node. It is enough to be able to read them. */
  readonly watched?: readonly string[];
  /** The kinds that all of these credentials must have. Without it, any will do. */
  readonly credentialKinds?: readonly string[];
}

/** What is said about one param. */
export interface ParamMessage {
  readonly message: string;
  readonly param: string;
}

interface Suggestion extends ParamMessage {
  /** The param that does it better. */
  readonly instead?: string;
}

export interface ParamSource {
  readonly param: string;
  readonly language: 'javascript' | 'typescript';
  readonly source: string;
}

interface ScheduleParams {
  readonly cron: string;
  readonly timezone: string;
  readonly days?: ScheduleDays | undefined;
}

/** Whether a text of this kind is an expression of a run, without braces. */
export function isExpressionKind(texts: Texts): boolean {
  return texts === 'expression' || texts === 'item expression';
}

/** Whether a text of this kind is evaluated at the end of an item, and sees the results of the body. */
export function isOfItem(texts: Texts): boolean {
  return texts === 'item template' || texts === 'item expression';
}

export function fieldTexts(texts: Texts, field: string): Texts {
  if (typeof texts === 'string') return texts;
  return Object.hasOwn(texts, field) ? (texts[field] ?? 'template') : 'template';
}

/** Tells whether a string must be rendered. Without these delimiters it is plain text. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/** Returns the well-formed named outputs of a node with these params. If there are none, it has one default output. */
export function namedOutputs(rules: NodeRules, params: Params): readonly string[] {
  return rules.namedHandles ? [...rules.namedHandles(params), ...rules.handles] : rules.handles;
}

export function isTrigger(rules: NodeRules | undefined): boolean {
  return rules?.category === 'trigger';
}
