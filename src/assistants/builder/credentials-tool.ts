/** The tool with which a builder learns the names of credentials. Their values can be learned nowhere. */
import Type from 'typebox';
import { listUsable } from '../../credentials/use/usable.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { defineTool, type Tool } from '../../tools/contract/tool.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';

const LISTED = 200;

export function credentialsTool({ database: { query: db } }: BuilderServices, { caller }: BuilderScope): Tool {
  return defineTool({
    name: 'workflow_credentials',
    title: 'List the credentials',
    description:
      'Lists the credentials that the user may use, each {name, kind, hosts, fields}. A request may name one as its ' +
      'credential, and templates may name a field as secrets.name.field. People create them on the page of credentials.',
    inputSchema: Type.Object({}, strict),
    call: async () => {
      const listed = await listUsable(db, { id: caller.userId, email: caller.email }, LISTED);
      const credentials = listed.map(({ name, kind, hosts, fields }) => ({ name, kind, hosts, fields }));
      return { output: { credentials }, text: `Found ${credentials.length} credentials` };
    },
  });
}
