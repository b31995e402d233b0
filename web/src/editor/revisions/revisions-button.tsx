import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';

export function RevisionsButton({ isOpen, onClick }: { isOpen: boolean; onClick(): void }) {
  const label = isOpen ? 'Close the history' : 'History';
  return (
    <Tooltip label={label}>
      <ActionIcon variant={isOpen ? 'light' : 'subtle'} aria-label={label} aria-pressed={isOpen} onClick={onClick}>
        <Icon name="history" />
      </ActionIcon>
    </Tooltip>
  );
}
