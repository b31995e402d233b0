/** What a worker executes. It loads the scopes first, and not by `--import`, which the threads of the service would inherit. */
await import('./test-scopes.ts');
await import('./worker.ts');
