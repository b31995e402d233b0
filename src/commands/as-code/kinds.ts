import type { Invocation } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { connectors } from './connectors.ts';
import type { Kind } from './kind.ts';
import { panels } from './panels.ts';
import { variables } from './variables.ts';
import { workflows } from './workflows.ts';

/** In the order in which they are created: workflows may use all others. */
const KINDS: readonly Kind[] = [variables, panels, connectors, workflows];

/** The kinds that `--only` names, or all. */
export function chosenKinds({ optionValues }: Invocation): readonly Kind[] {
  const names = optionValues('only').flatMap(text => text.split(','));
  for (const name of names) {
    if (!KINDS.some(({ folder }) => folder === name)) {
      throw new UsageError(`--only takes workflows, panels, connectors and variables, not '${name}'`);
    }
  }
  return names.length === 0 ? KINDS : KINDS.filter(({ folder }) => names.includes(folder));
}
