import type { DefinitionSizeLimits } from '../engine/definition-size.ts';
import type { NodeLimits } from '../nodes/node.ts';

/** The limits on workflows that the settings of an installation define; `config.workflows` describes them. */
export interface WorkflowLimits extends NodeLimits, DefinitionSizeLimits {
  readonly nodes: number;
  /** Of one template or expression. */
  readonly templateCharacters: number;
  /** That are kept of one workflow. */
  readonly revisions: number;
  readonly noteCharacters: number;
  readonly importNameCharacters: number;
  /** The shortest. */
  readonly scheduleIntervalMinutes: number;
}
