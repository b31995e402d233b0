import type { DefinitionSizeLimits } from '../engine/definition-size.ts';
import type { NodeLimits } from '../nodes/node.ts';

/** The limits on workflows that the settings of an installation define; `config.workflows` describes them. */
export interface WorkflowLimits extends NodeLimits, DefinitionSizeLimits {
  readonly nodes: number;
  /** The longest template or expression. */
  readonly templateCharacters: number;
  /** The number of revisions that are stored for each workflow. */
  readonly revisions: number;
  readonly noteCharacters: number;
  readonly importNameCharacters: number;
  /** The shortest interval of a schedule. */
  readonly scheduleIntervalMinutes: number;
}
