import { testPages } from './support/test-pages.ts';

await testPages(['docs/reference/*.md']);
