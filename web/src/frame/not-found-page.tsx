import { Anchor } from '@mantine/core';
import { EmptyState } from '../look/empty-state.tsx';

export function NotFoundPage() {
  return (
    <main>
      <EmptyState
        icon="map"
        title="There is no such page"
        text="The address may be mistyped, or what it showed was deleted."
        action={<Anchor href="/workflows">Go to the workflows</Anchor>}
      />
    </main>
  );
}
