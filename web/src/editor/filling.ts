/** Which fields are not called wrong yet, because somebody is still filling them in. PURE. */

import type { Definition } from '../graph/definition.ts';
import { findNode } from '../graph/definition.ts';
import type { EditorIssue } from './document/issues.ts';
import { isEmpty } from './panel/focus-field.ts';

/** The step that somebody is filling in. */
export interface Filling {
  readonly step: string;
  /** Whether it was just added, so that no field of it was left yet. */
  readonly isNew: boolean;
  /** Whether its first empty field takes the focus. */
  readonly takesFocus: boolean;
  /** The param with the focus. */
  readonly at: string | null;
  /** The params that were left. */
  readonly left: ReadonlySet<string>;
}

export function startFilling(step: string, options: Partial<Pick<Filling, 'isNew' | 'takesFocus'>> = {}): Filling {
  return { step, isNew: false, takesFocus: false, at: null, left: new Set(), ...options };
}

/** The focus moves to another param, or to none. A param that was left empty may be called wrong from then on. */
export function moveFocus(filling: Filling, to: string | null, params: Readonly<Record<string, unknown>>): Filling {
  const { at, isNew, left } = filling;
  if (at === to) return filling;
  const isOver = at !== null && (isNew || isEmpty(params[at]));
  return { ...filling, at: to, left: isOver ? new Set([...left, at]) : left };
}

/** Leaves out the errors of params that were not left yet: all of a new step, and what is being emptied in another. */
export function withoutUnfinished(
  issues: readonly EditorIssue[],
  definition: Definition,
  filling: Filling | null,
): readonly EditorIssue[] {
  const node = filling && findNode(definition, filling.step);
  if (!filling || !node) return issues;
  const isUnfinished = ({ node_id, param, severity }: EditorIssue) =>
    node_id === node.id &&
    severity === 'error' &&
    param !== null &&
    !filling.left.has(param) &&
    (filling.isNew || (param === filling.at && isEmpty(node.params?.[param])));
  return issues.some(isUnfinished) ? issues.filter(issue => !isUnfinished(issue)) : issues;
}
