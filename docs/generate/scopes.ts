/** The scopes of keys, and the endpoints that each of them opens. */
import { listApi } from '../../src/composition/described-api.ts';
import { SCOPES } from '../../src/http/endpoint.ts';
import { scopeWords } from '../../web/src/texts/scopes.ts';
import { code, table } from './markdown.ts';

export function scopeTable(): string {
  const words = Object.entries(scopeWords).map(([scope, { allows }]) => [code(scope), allows]);
  return table(
    ['Scope', 'What it allows'],
    [...words, ['`*`', 'Everything that the user may do, all of `/api/v1` included.']],
  );
}

export function scopeEndpoints(): string {
  const { endpoints } = listApi();
  const parts = SCOPES.map(scope => {
    const rows = endpoints
      .filter(endpoint => endpoint.scope === scope && endpoint.anyone !== true)
      .toSorted((a, b) => a.path.localeCompare(b.path))
      .map(({ path, summary, admin, tier }) => [code(path), admin ? `${summary} (administrators)` : summary, tier]);
    const title = `### ${scope === '*' ? 'Everything (\\*)' : scope}`;
    return rows.length === 0
      ? `${title}\n\nIt is checked by the MCP endpoint only.`
      : `${title}\n\n${table(['Endpoint', 'What it does', 'Rate tier'], rows)}`;
  });
  return parts.join('\n\n');
}
