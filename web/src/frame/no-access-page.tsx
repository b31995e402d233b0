import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../look/empty-state.tsx';
import { frame as texts } from '../texts/frame.ts';
import type { Barrier } from './barriers.ts';

/** Says why a page is closed, instead of a page that could only show refusals. */
export function NoAccessPage({ barrier }: { barrier: Barrier }) {
  const { title, text } = texts.barriers[barrier];
  return (
    <EmptyState
      icon="lock"
      title={title}
      text={text}
      action={
        <Button component={Link} to="/" variant="default">
          {texts.toStart}
        </Button>
      }
    />
  );
}
