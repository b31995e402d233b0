/**
 * The contract of a node type. Each type has a file in this folder and an entry in `registry.ts`. A type knows its
 * params and the context of its step, but neither the run loop nor the database.
 */
import type { Static, TObject } from 'typebox';
import type { Params } from '../engine/definition.ts';
import type { NodeRules } from '../engine/node-rules.ts';
import type { ComputeContext, Renderer, StepContext, StepOutcome } from './step.ts';

export const NODE_TYPES = [
  'trigger.manual',
  'trigger.schedule',
  'trigger.webhook',
  'trigger.booster_record',
  'trigger.booster_file',
  'trigger.run',
  'trigger.poll',
  'trigger.database_change',
  'trigger.form',
  'trigger.message',
  'tool.call',
  'assistant.run',
  'workflow.run',
  'http.request',
  'notify',
  'file.to_text',
  'code',
  'event.send',
  'message.send',
  'webhook.reply',
  'human.approval',
  'wait',
  'condition',
  'switch',
  'ai.condition',
  'ai.choice',
  'loop',
  'repeat',
  'transform',
  'output',
] as const;

export type NodeTypeName = (typeof NODE_TYPES)[number];

export interface NodeType<Type extends NodeTypeName = NodeTypeName> extends NodeRules {
  readonly type: Type;
  readonly title: string;
  /** Describes what the node does, and its output. */
  readonly description: string;
  /** The catalog shows the same schema that validation uses, so that clients can build forms from it. */
  readonly paramsSchema: TObject;
  /** What a step gives: editors complete names from it. Missing where the params decide it. */
  readonly outputSchema?: TObject;
  readonly execution: NodeExecution;
}

/**
 * How a step of the type is executed.
 *
 * - `input`: a trigger, whose output is the input of the run.
 * - `pure`: depends only on its params. It may be evaluated again after a crash, with the same result.
 * - `compute`: depends only on its params, the run and its place in it, like `pure`, but takes so long that it runs
 *   beside the loop. Its params are rendered and checked against their schema before.
 * - `effect`: has effects outside of the run. Its params are rendered and checked against their schema before. With
 *   `timesItself`, it enforces the time limit of an attempt itself.
 * - `loop`: returns the list, and the result of each item at its end.
 * - `repeat`: returns the result of each round at its end, and then whether that was the last one. Rounds count from 1.
 */
export type NodeExecution =
  | { readonly kind: 'input' }
  | { readonly kind: 'pure'; evaluate(params: Params, render: Renderer): StepOutcome }
  | { readonly kind: 'compute'; compute(params: Params, context: ComputeContext): Promise<StepOutcome> }
  | {
      readonly kind: 'effect';
      perform(params: Params, context: StepContext): Promise<StepOutcome>;
      readonly timesItself?: boolean;
    }
  | {
      readonly kind: 'loop';
      items(params: Params, render: Renderer): unknown;
      collect(params: Params, render: Renderer): unknown;
    }
  | {
      readonly kind: 'repeat';
      mostRounds(params: Params): number;
      /** How long to wait after a round. */
      delaySeconds(params: Params, round: number): number;
      result(params: Params, render: Renderer): unknown;
      isOver(params: Params, render: Renderer): boolean;
    };

type Effect = Extract<NodeExecution, { kind: 'effect' }>;

/** Passes the params with the type of their schema: they are checked against it after they are rendered. */
export function effect<Schema extends TObject>(
  _schema: Schema,
  perform: (params: Static<Schema>, context: StepContext) => Promise<StepOutcome>,
): Effect {
  return { kind: 'effect', perform: (params, context) => perform(params as Static<Schema>, context) };
}

type Compute = Extract<NodeExecution, { kind: 'compute' }>;

/** As `effect`, for steps that only compute. */
export function compute<Schema extends TObject>(
  _schema: Schema,
  act: (params: Static<Schema>, context: ComputeContext) => Promise<StepOutcome>,
): Compute {
  return { kind: 'compute', compute: (params, context) => act(params as Static<Schema>, context) };
}

/** Limits of the installation that appear in the schemas of params. */
export interface NodeLimits {
  readonly approvalHours: { readonly default: number; readonly most: number };
  readonly cronCharacters: number;
  /** Domains and addresses to which steps may send mail, in lower case, or `*`. */
  readonly notifyRecipients: readonly string[];
}
