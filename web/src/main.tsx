/** The entry of the console: providers and routes. */
import './look/mantine.css';
import '@fontsource-variable/geist/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import './look/theme.css';
// Shared styles come before those of the pages, which may change them.
import './look/lists/long-table.module.css';
import './look/lists/row-link.module.css';
import './look/lists/table.module.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/transport/query-client.ts';
import { readNonce } from './look/nonce.ts';
import { Notices } from './look/states/notices.tsx';
import { cssVariables, theme } from './look/theme.ts';
import { createConsoleRouter } from './routes.tsx';

// The library that stops scrolling behind dialogs makes a style of its own, and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: readNonce() });

const queryClient = createQueryClient();
const router = createConsoleRouter(queryClient);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={readNonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Notices />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
