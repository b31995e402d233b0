/**
 * Writes what is derived from the commands: the description of the endpoints that are commands, and the reference page.
 * Run it with `node src/commands/generate.ts` after a change of either.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeEndpointCommands } from './described-endpoints.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

writeFileSync(
  path.join(import.meta.dirname, 'endpoint-commands.json'),
  `${JSON.stringify(describeEndpointCommands(), null, 2)}\n`,
);
// The table reads the file above, so it is loaded afterwards.
const { referencePage } = await import('./reference-page.ts');
writeFileSync(path.join(ROOT, 'docs', 'reference', 'command-line.md'), referencePage());
