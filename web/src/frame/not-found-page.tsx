import { Anchor } from '@mantine/core';
import { EmptyState } from '../look/empty-state.tsx';
import { frame as texts } from '../texts/frame.ts';

export function NotFoundPage() {
  return (
    <main>
      <EmptyState
        icon="map"
        title={texts.notFound}
        text={texts.notFoundText}
        action={<Anchor href="/workflows">{texts.toWorkflows}</Anchor>}
      />
    </main>
  );
}
