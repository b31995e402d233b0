import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';

/** Shows why something could not be read, in the words of the API. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon="triangle-alert"
        title="This could not be shown"
        text={error.message}
        action={
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      />
    </div>
  );
}
