import { Anchor } from '@mantine/core';
import { EmptyState } from '../look/states/empty-state.tsx';
import * as words from '../texts/common.ts';
import { frame as texts } from '../texts/frame.ts';

export function NotFoundPage() {
  return (
    <main>
      <EmptyState
        icon="map"
        title={texts.notFound}
        text={texts.notFoundText}
        action={<Anchor href="/workflows">{words.goToTheWorkflows}</Anchor>}
      />
    </main>
  );
}
