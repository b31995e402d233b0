import { useRouter } from '@tanstack/react-router';
import { ErrorState } from '../look/error-state.tsx';

/** Shown instead of a page that could not be loaded, for instance because the service is down. */
export function PageProblem({ error }: { error: Error }) {
  const router = useRouter();
  return (
    <main>
      <ErrorState error={error} onRetry={() => router.invalidate()} />
    </main>
  );
}
