import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/editor.ts';

export function FlowButton({ isOpen, onClick }: { isOpen: boolean; onClick(): void }) {
  return (
    <Tooltip label={texts.openSettings}>
      <ActionIcon
        variant={isOpen ? 'light' : 'subtle'}
        aria-label={texts.openSettings}
        aria-pressed={isOpen}
        onClick={onClick}
      >
        <Icon name="sliders-horizontal" />
      </ActionIcon>
    </Tooltip>
  );
}
