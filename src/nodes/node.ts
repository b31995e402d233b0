/**
 * The contract of a node type: one file each in this folder, all of them in `registry.ts`. A type knows its params and
 * what it is handed when it runs; it sees neither the run loop nor the database.
 */
import type { TObject } from 'typebox';
import type { Params } from '../engine/definition.ts';
import type { NodeRules } from '../engine/node-rules.ts';
import type { Renderer, StepContext, StepOutcome } from './step.ts';

export const NODE_TYPES = [
  'trigger.manual',
  'trigger.schedule',
  'trigger.webhook',
  'trigger.booster_record',
  'trigger.booster_file',
  'tool.call',
  'assistant.run',
  'http.request',
  'notify',
  'file.to_text',
  'human.approval',
  'condition',
  'switch',
  'ai.condition',
  'ai.choice',
  'loop',
  'transform',
  'output',
] as const;

export type NodeTypeName = (typeof NODE_TYPES)[number];

export interface NodeType<Type extends NodeTypeName = NodeTypeName> extends NodeRules {
  readonly type: Type;
  readonly title: string;
  /** What it does and what its output looks like. */
  readonly description: string;
  /** The catalog shows this very schema: forms are drawn from what validation asks for. */
  readonly paramsSchema: TObject;
  readonly execution: Execution;
}

/**
 * How a step of the type is executed.
 *
 * `input`: a trigger; its output is the run input.
 * `pure`: decided from its params alone; may be evaluated again after a crash, with the same result.
 * `effect`: reaches out of the run. Its params are rendered and checked against their schema before. One that
 *   `timesItself` keeps the time limit of a try by itself.
 * `loop`: the list, and at the end of each item what is kept of it.
 */
export type Execution =
  | { readonly kind: 'input' }
  | { readonly kind: 'pure'; evaluate(params: Params, render: Renderer): StepOutcome }
  | {
      readonly kind: 'effect';
      perform(params: Params, context: StepContext): Promise<StepOutcome>;
      readonly timesItself?: boolean;
    }
  | {
      readonly kind: 'loop';
      items(params: Params, render: Renderer): unknown;
      collect(params: Params, render: Renderer): unknown;
    };

/** Limits of the installation that schemas of params show. */
export interface NodeLimits {
  readonly approvalHours: { readonly default: number; readonly most: number };
  readonly cronCharacters: number;
}
