import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server replaces this placeholder by a fresh nonce in every page: see `src/console/pages.ts`. */
const NONCE_PLACEHOLDER = '__NONCE__';

export default defineConfig(({ command, mode }) => ({
  root: import.meta.dirname,
  plugins: [react(), inLanguage(mode), keepSharedStyles()],
  // Vite's own development server has no policy, and a placeholder as a nonce would stop its styles.
  ...(command === 'build' && { html: { cspNonce: NONCE_PLACEHOLDER } }),
  build: {
    outDir: 'dist',
    target: 'es2023',
    // The policy of our pages allows no script in the page itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // Texts become part of the code that shows them, so that a page does not load the words of its dialogs.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            // Nearly all pages use these few lines, which would be files of their own.
            { name: 'words', test: /\/web\/src\/(texts\/(de\/)?(counts|lists|locale)|look\/duration)\.ts$/ },
            // Every page needs all of this. In one file it is smaller than in one for each set of pages that share a part.
            { name: 'frame', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [inLanguage(mode)] },
  server: {
    // The service checks the origin of requests that rely on a cookie, so the proxy sends the service's own.
    proxy: Object.fromEntries(
      ['/api', '/sign-in/oidc', '/f/', '^/file\\?', '/docs', '/form/'].map(
        path => [path, proxyTo(serviceUrl())] as const,
      ),
    ),
  },
}));

/**
 * The mode names the language, as in `vite web --mode de`. Each file of texts is replaced by its translation while the
 * console is built, so that texts are as near to the code that shows them as English ones, and need no code of their own.
 * A text that has no translation yet stays English; the types of `texts.test.ts` name it.
 */
function inLanguage(language: string): Plugin[] {
  const translations = path.join(import.meta.dirname, 'src', 'texts', language);
  if (!existsSync(translations)) return [];
  return [
    {
      name: 'in-language',
      load: {
        filter: { id: /\/web\/src\/texts\/[^/]+\.ts$/ },
        handler(id) {
          const translation = path.join(translations, path.basename(id));
          return existsSync(translation) ? `export * from ${JSON.stringify(translation)};` : undefined;
        },
      },
      transform: {
        filter: { id: new RegExp(`/web/src/texts/${language}/[^/]+\\.ts$`) },
        // What a module exports itself hides what it exports of another one.
        handler: (code, id) => `${code}\nexport * from '../${path.basename(id)}?untranslated';`,
      },
      transformIndexHtml: html => html.replace('<html lang="en">', `<html lang="${language}">`),
    },
  ];
}

/**
 * Styles that pages share must come before those of the pages, which may change them. `main.tsx` imports them first, and
 * uses none of their names; Vite would leave them out there, and load them with the pages, in any order.
 */
function keepSharedStyles(): Plugin {
  return {
    name: 'keep-shared-styles',
    enforce: 'post',
    transform: {
      filter: { id: /\/web\/src\/look\/(long-table|row-link|table)\.module\.css$/ },
      handler: code => ({ code, moduleSideEffects: 'no-treeshake' }),
    },
  };
}

function serviceUrl(): string {
  return `http://127.0.0.1:${process.env.HEDDLE_PORT ?? 8080}`;
}

function proxyTo(target: string) {
  return { target, headers: { origin: target } };
}
