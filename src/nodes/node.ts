/**
 * The contract of a node type: one file each in this folder, all of them in `registry.ts`. A type knows its params and
 * what it is handed when it runs; it sees neither the run loop nor the database.
 */
import type { TObject } from 'typebox';
import type { NodeRules } from '../engine/node-rules.ts';

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
}

/** Limits of the installation that schemas of params show. */
export interface NodeLimits {
  readonly approvalHours: { readonly default: number; readonly most: number };
  readonly cronCharacters: number;
}
