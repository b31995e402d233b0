/** What the engine must know of a node type to judge a definition and to run it. The types themselves are in `nodes/`. */
import type { Params } from './definition.ts';

export interface NodeRules {
  readonly type: string;
  readonly category: 'trigger' | 'action' | 'logic';
  /** Ends its branch: no edge leaves it, not even for `error`. */
  readonly terminal: boolean;
  /** Named outputs that every node of the type has; none: one default output. `error` is never listed. */
  readonly handles: readonly string[];
  /** Further named outputs, which the params name. As they stand there: twice, or with a name that is taken. */
  namedHandles?(params: Params): string[];
  /** Named outputs that are commonly left without an edge. */
  readonly openHandles?: readonly string[];
  /** Named outputs on which the step continues only if an edge leaves there; otherwise it fails. */
  readonly failingHandles?: readonly string[];
  /** The output behind which the steps run once per item. */
  readonly bodyHandle?: string;
  /** JSON Schema (draft 7) of the params, with every property's title and description. */
  readonly paramsSchema: object;
  /** What the strings in the params are, where they are not templates. */
  readonly texts?: Texts;
  /** What of the service the node needs. */
  resources?(params: Params): Resources;
  /** When the node starts runs by itself. */
  schedule?(params: Params): ScheduleParams | undefined;
}

/**
 * `item template`: rendered at the end of each item of the loop that it belongs to, with what the body has done.
 * `schema`, `form schema`: a JSON Schema, any or one of a flat form; its strings are literals.
 */
export type TextKind = 'template' | 'expression' | 'item template' | 'literal' | 'schema' | 'form schema';

/** One kind for everything below, or kinds by field. The elements of a list are like the list. */
export type Texts = TextKind | { readonly [field: string]: Texts };

/** Identifiers as the params have them; those that are templates are known only in a run, and are left out. */
export interface Resources {
  readonly assistants?: readonly string[];
  readonly panels?: readonly string[];
  readonly tools?: readonly string[];
}

export interface ScheduleParams {
  readonly cron: string;
  readonly timezone: string;
}

export function textsOf(texts: Texts, field: string): Texts {
  if (typeof texts === 'string') return texts;
  return Object.hasOwn(texts, field) ? (texts[field] ?? 'template') : 'template';
}

/** Whether a string has anything to render. Without these marks it is plain text. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/** The named outputs of a node with these params, as far as they are well-formed. Empty: one default output. */
export function namedOutputs(rules: NodeRules, params: Params): readonly string[] {
  return rules.namedHandles ? [...rules.namedHandles(params), ...rules.handles] : rules.handles;
}

export function isTrigger(rules: NodeRules | undefined): boolean {
  return rules?.category === 'trigger';
}
