import { Button } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';

/** Adds an entry to a field that has several. */
export function AddButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <div>
      <Button size="compact-sm" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
