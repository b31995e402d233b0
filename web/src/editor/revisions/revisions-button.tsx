import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/revisions.ts';

export function RevisionsButton({ isOpen, onClick }: { isOpen: boolean; onClick(): void }) {
  const label = isOpen ? texts.closeHistory : texts.history;
  return (
    <Tooltip label={label}>
      <ActionIcon variant={isOpen ? 'light' : 'subtle'} aria-label={label} aria-pressed={isOpen} onClick={onClick}>
        <Icon name="history" />
      </ActionIcon>
    </Tooltip>
  );
}
