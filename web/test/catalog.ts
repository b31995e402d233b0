/** The catalog of the service, for tests. */
import type { NodeType } from '../../src/nodes/node.ts';
import { createNodeRegistry, toDescribedEntry } from '../../src/nodes/registry.ts';
import { toDescribedTool } from '../../src/tools/catalog.ts';
import { createToolBox } from '../../src/tools/registry.ts';
import type { DescribedCatalog as Catalog } from '../../src/workflows/schemas.ts';

export const registry = createNodeRegistry({
  approvalHours: { default: 72, most: 720 },
  cronCharacters: 200,
  notifyRecipients: [],
});

const NO_THREADS = { run: () => Promise.reject(new Error('not called')) } as never;

const NOBODY = { id: '', email: '' };

export const catalog: Catalog = {
  node_types: Object.values<NodeType>(registry).map(toDescribedEntry),
  tools: (await createToolBox({ threads: NO_THREADS }).list(NOBODY)).map(toDescribedTool),
};
