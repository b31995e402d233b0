/** The pages of the console and their paths. Each page is loaded when it is first opened. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from './api/client.ts';
import { sessionQuery } from './api/session.ts';
import { readEditorSearch } from './editor/run/editor-search.ts';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { PageProblem } from './frame/page-problem.tsx';
import { Shell } from './frame/shell.tsx';
import { readRunSearch } from './runs/run-search.ts';
import { readRunsSearch } from './runs/search.ts';
import { readSignInSearch } from './sign-in/search.ts';
import { readWorkflowsSearch } from './workflows/search.ts';

interface RouterContext {
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: NotFoundPage,
  errorComponent: PageProblem,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./sign-in/welcome-page.tsx'), 'WelcomePage'),
});

/** Everything that needs somebody who is signed in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        throw redirect({ to: '/sign-in', search: { return: location.href } });
      }
      throw error;
    }
  },
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/workflows', replace: true });
  },
});

const workflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
  validateSearch: readWorkflowsSearch,
  component: lazyRouteComponent(() => import('./workflows/workflows-page.tsx'), 'WorkflowsPage'),
});

const editorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId',
  validateSearch: readEditorSearch,
  component: lazyRouteComponent(() => import('./editor/editor-page.tsx'), 'EditorPage'),
});

const runsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./runs/runs-page.tsx'), 'RunsPage'),
});

const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs/$runId',
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('./runs/run-page.tsx'), 'RunPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('./settings/profile-page.tsx'), 'ProfilePage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  welcomeRoute,
  shellRoute.addChildren([homeRoute, workflowsRoute, editorRoute, runsRoute, runRoute, profileRoute]),
]);

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: NotFoundPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
