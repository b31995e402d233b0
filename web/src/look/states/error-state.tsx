import { Button } from '@mantine/core';
import * as texts from '../../texts/look.ts';
import { EmptyState } from './empty-state.tsx';

/** Shows why something could not be read, in the words of the API. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon="triangle-alert"
        title={texts.couldNotShown}
        text={error.message}
        action={
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              {texts.tryAgain}
            </Button>
          )
        }
      />
    </div>
  );
}
