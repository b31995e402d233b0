/** The pages of the console and their paths. Each page is loaded when it is first opened. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readAuditSearch, readChosenSearch, readUsersSearch } from './administration/search.ts';
import { sessionQuery } from './api/session.ts';
import { ApiError } from './api/transport/client.ts';
import { readApprovalsSearch } from './approvals/search.ts';
import { readAssistantsSearch } from './assistants/search.ts';
import { readChatSearch } from './chat/search.ts';
import { readConnectedSearch } from './connection-parts/connected-search.ts';
import { readConnectorSearch, readConnectorsSearch, readNewConnectorSearch } from './connectors/search.ts';
import { readCredentialsSearch, readNewCredentialSearch } from './credentials/search.ts';
import { readEditorSearch } from './editor/run/editor-search.ts';
import { readFailuresSearch } from './failures/search.ts';
import { readFilesSearch } from './files/search.ts';
import { NotFoundPage } from './frame/not-found-page.tsx';
import { PageProblem } from './frame/page-problem.tsx';
import { Shell } from './frame/shell.tsx';
import { readInstallationSearch, readJobsSearch } from './installation/search.ts';
import { readNotificationsSearch } from './notifications/search.ts';
import { readDeliveriesSearch, readPanelsSearch } from './panels/search.ts';
import { readRecordsSearch } from './records/search.ts';
import { readRunSearch } from './runs/run-search.ts';
import { readRunsSearch } from './runs/search.ts';
import { readSignInSearch } from './sign-in/search.ts';
import { readVariablesSearch } from './variables/search.ts';
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
  beforeLoad: ({ context }) => {
    const session = context.queryClient.getQueryData(sessionQuery.queryKey);
    const mayRead = session?.user.permissions.workflow !== 'none';
    throw redirect({ to: mayRead ? '/workflows' : '/approvals', replace: true });
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

const failuresRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/failures',
  validateSearch: readFailuresSearch,
  component: lazyRouteComponent(() => import('./failures/failures-page.tsx'), 'FailuresPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('./settings/profile-page.tsx'), 'ProfilePage'),
});

const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/approvals',
  validateSearch: readApprovalsSearch,
  component: lazyRouteComponent(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
});

/** The page of the approvals shows the list and the approval, so that the list stays as it is. */
const approvalRoute = createRoute({
  getParentRoute: () => approvalsRoute,
  path: '$approvalId',
});

const panelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/panels',
  validateSearch: readPanelsSearch,
  component: lazyRouteComponent(() => import('./panels/panels-page.tsx'), 'PanelsPage'),
});

const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/panels/$panelId/files',
  validateSearch: readFilesSearch,
  component: lazyRouteComponent(() => import('./files/files-page.tsx'), 'FilesPage'),
});

const recordsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/panels/$panelId/records',
  validateSearch: readRecordsSearch,
  component: lazyRouteComponent(() => import('./records/records-page.tsx'), 'RecordsPage'),
});

const panelSettingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/panels/$panelId/settings',
  component: lazyRouteComponent(() => import('./panels/panel-settings-page.tsx'), 'PanelSettingsPage'),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/panels/$panelId/deliveries',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(() => import('./panels/deliveries-page.tsx'), 'DeliveriesPage'),
});

const chatsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chat',
  validateSearch: readChatSearch,
  component: lazyRouteComponent(() => import('./chat/chat-page.tsx'), 'ChatPage'),
});

const chatRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chat/$conversationId',
  validateSearch: readChatSearch,
  component: lazyRouteComponent(() => import('./chat/chat-page.tsx'), 'ChatPage'),
});

const assistantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/assistants',
  validateSearch: readAssistantsSearch,
  component: lazyRouteComponent(() => import('./assistants/assistants-page.tsx'), 'AssistantsPage'),
});

const assistantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/assistants/$assistantId',
  component: lazyRouteComponent(() => import('./assistants/assistant-page.tsx'), 'AssistantPage'),
});

const credentialsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credentials',
  validateSearch: readCredentialsSearch,
  component: lazyRouteComponent(() => import('./credentials/credentials-page.tsx'), 'CredentialsPage'),
});

const newCredentialRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credentials/new',
  validateSearch: readNewCredentialSearch,
  component: lazyRouteComponent(() => import('./credentials/new-credential-page.tsx'), 'NewCredentialPage'),
});

const credentialRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credentials/$credentialId',
  validateSearch: readConnectedSearch,
  component: lazyRouteComponent(() => import('./credentials/credential-page.tsx'), 'CredentialPage'),
});

const variablesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/variables',
  validateSearch: readVariablesSearch,
  component: lazyRouteComponent(() => import('./variables/variables-page.tsx'), 'VariablesPage'),
});

const connectorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connectors',
  validateSearch: readConnectorsSearch,
  component: lazyRouteComponent(() => import('./connectors/connectors-page.tsx'), 'ConnectorsPage'),
});

const newConnectorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connectors/new',
  validateSearch: readNewConnectorSearch,
  component: lazyRouteComponent(() => import('./connectors/new-connector-page.tsx'), 'NewConnectorPage'),
});

const connectorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connectors/$connectorId',
  validateSearch: readConnectorSearch,
  component: lazyRouteComponent(() => import('./connectors/connector-page.tsx'), 'ConnectorPage'),
});

const mcpServerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/connectors/mcp/$serverId',
  validateSearch: readConnectedSearch,
  component: lazyRouteComponent(() => import('./connectors/mcp-server-page.tsx'), 'McpServerPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration/users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(() => import('./administration/users-page.tsx'), 'UsersPage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration/groups',
  validateSearch: readChosenSearch,
  component: lazyRouteComponent(() => import('./administration/groups-page.tsx'), 'GroupsPage'),
});

const organizationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration/organizations',
  validateSearch: readChosenSearch,
  component: lazyRouteComponent(() => import('./administration/organizations-page.tsx'), 'OrganizationsPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./administration/audit-page.tsx'), 'AuditPage'),
});

const installationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration/installation',
  validateSearch: readInstallationSearch,
  component: lazyRouteComponent(() => import('./installation/installation-page.tsx'), 'InstallationPage'),
});

const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration/jobs',
  validateSearch: readJobsSearch,
  component: lazyRouteComponent(() => import('./installation/jobs-page.tsx'), 'JobsPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: readNotificationsSearch,
  component: lazyRouteComponent(() => import('./notifications/notifications-page.tsx'), 'NotificationsPage'),
});

const panelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/panels/$panelId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/panels/$panelId/files', params, replace: true });
  },
});

const administrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/administration',
  beforeLoad: () => {
    throw redirect({ to: '/administration/users', replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  welcomeRoute,
  shellRoute.addChildren([
    homeRoute,
    workflowsRoute,
    editorRoute,
    runsRoute,
    runRoute,
    failuresRoute,
    profileRoute,
    approvalsRoute.addChildren([approvalRoute]),
    panelsRoute,
    filesRoute,
    recordsRoute,
    panelSettingsRoute,
    deliveriesRoute,
    chatsRoute,
    chatRoute,
    assistantsRoute,
    assistantRoute,
    credentialsRoute,
    newCredentialRoute,
    credentialRoute,
    variablesRoute,
    connectorsRoute,
    newConnectorRoute,
    connectorRoute,
    mcpServerRoute,
    usersRoute,
    groupsRoute,
    organizationsRoute,
    auditRoute,
    installationRoute,
    jobsRoute,
    notificationsRoute,
    panelRoute,
    administrationRoute,
  ]),
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
