import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/editor.ts';

export function VariablesButton({ isOpen, onClick }: { isOpen: boolean; onClick(): void }) {
  return (
    <Tooltip label={texts.openVariables}>
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        aria-label={texts.openVariables}
        aria-pressed={isOpen}
        onClick={onClick}
      >
        <Icon name="variable" />
      </ActionIcon>
    </Tooltip>
  );
}
