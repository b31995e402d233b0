import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../look/states/error-state.tsx';

/** Shown instead of a page that could not be loaded, for instance because the service is down. */
export function PageProblem({ error }: ErrorComponentProps<unknown>) {
  const router = useRouter();
  return (
    <ErrorState
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => void router.invalidate()}
    />
  );
}
