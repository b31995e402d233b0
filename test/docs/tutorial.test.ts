import { testPagesInOrder } from './support/test-pages.ts';

await testPagesInOrder(['docs/tutorial/*.md']);
