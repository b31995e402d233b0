import { testPages } from './support/test-pages.ts';

await testPages(['README.md', 'docs/*.md', 'docs/operations/*.md', 'packages/client/README.md']);
