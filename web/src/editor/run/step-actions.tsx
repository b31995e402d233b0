import { Menu } from '@mantine/core';
import type { GraphNode } from '../../graph/definition.ts';
import { onFirstClick } from '../../look/first-click.ts';
import { Icon } from '../../look/icons.tsx';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { EFFECT_TYPES } from '../../run-parts/effects.ts';
import * as texts from '../../texts/editor-run.ts';
import { useEditor } from '../editor-context.ts';
import { useEditorRun } from './editor-run-context.ts';
import { findPin } from './pins.ts';
import { useStepTrials } from './use-step-actions.ts';

/** What can be tried with a step, for the head of its panel. */
export function StepActions({ node }: { node: GraphNode }) {
  const run = useEditorRun();
  const trials = useStepTrials(run);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const isPinned = useEditor(state => findPin(state.definition, node.id) !== undefined);
  if (isReadOnly || node.type.startsWith('trigger.')) return null;
  const hasEffect = EFFECT_TYPES.has(node.type);
  return (
    <>
      <IconButton
        icon="play"
        label={texts.testStep}
        hint={hasEffect ? texts.testStepReallyHappens : texts.testStep}
        onClick={onFirstClick(() => trials.test(node.id))}
      />
      <IconButton
        icon={isPinned ? 'pin-off' : 'pin'}
        label={isPinned ? texts.unpinOutput : texts.pinOutput}
        hint={isPinned ? texts.unpinExecuteStepAgain : texts.pinLastOutputDo}
        aria-pressed={isPinned}
        color={isPinned ? 'madder' : 'gray'}
        variant={isPinned ? 'light' : 'subtle'}
        onClick={() => trials.pin(node.id)}
      />
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <IconButton icon="ellipsis" label={texts.moreTryStep} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="arrow-down" />} onClick={() => trials.runTo(node.id)}>
            {texts.runToHere}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="corner-down-right" />} onClick={() => trials.runFrom(node.id)}>
            {texts.runFromHere}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => trials.editPin(node.id)}>
            {isPinned ? texts.editPinnedOutput : texts.writeOutputPin}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
