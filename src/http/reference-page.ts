/** `/docs`: the reference as one page without scripts, which opens quickly in every browser and can be searched. */
import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { areaName, requiredProperties, schemaProperties } from './openapi.ts';

export function referencePage(endpoints: readonly Endpoint[], version: string): string {
  const byArea = Map.groupBy(endpoints, ({ path }) => path.split('/').slice(1, 4).join('/'));
  const sections = [...byArea].sort(([a], [b]) => b.localeCompare(a));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Heddle ${html(version)}: API reference</title><style>${STYLE}</style></head><body>
<nav><h1>Heddle</h1>${sections.map(([name, list]) => navigation(name, list)).join('')}</nav>
<main><p>All endpoints are <code>POST</code> with JSON and take the API key in the header <code>uni-api-key</code>.
Errors are <code>{"detail": "..."}</code>. The same as a document for tools: <a href="/api/v3/openapi.json">openapi.json</a>.</p>
${sections.flatMap(([, list]) => list.map(article)).join('\n')}</main></body></html>`;
}

function navigation(name: string, endpoints: Endpoint[]): string {
  const links = endpoints.map(
    ({ path }) => `<li><a href="#${path}">${html(path.split('/').slice(3).join('/'))}</a></li>`,
  );
  return `<h2>${html(name)}</h2><ul>${links.join('')}</ul>`;
}

function article(definition: Endpoint): string {
  const { path, summary, scope, tier, query, headers, body, form, reply, admin, anyone } = definition;
  const access = anyone ? 'no key' : `scope <code>${scope}</code>`;
  return `<article id="${path}"><h3>${html(path)}</h3><p>${html(summary)}</p>
<p class="facts">area <b>${areaName(path)}</b> · ${access} · tier <code>${tier}</code>${admin ? ' · administrators' : ''}</p>
${fields('Query', query)}${fields('Headers', headers)}${fields('Body', body)}${fields('Form', form)}${answer(reply)}</article>`;
}

function fields(title: string, schema: TSchema | undefined): string {
  const rows = Object.entries(schemaProperties(schema)).map(([name, property]) =>
    row(name, property, requiredProperties(schema)),
  );
  return rows.length > 0 ? `<h4>${title}</h4><table>${rows.join('')}</table>` : '';
}

function answer(schema: TSchema): string {
  return fields('Answer', schema) || `<h4>Answer</h4><p><code>${html(typeName(schema))}</code></p>`;
}

function row(name: string, schema: TSchema, required: string[]): string {
  const description = 'description' in schema ? String(schema.description) : '';
  return `<tr><td><code>${html(name)}</code>${required.includes(name) ? '' : ' <i>optional</i>'}</td>
<td><code>${html(typeName(schema))}</code></td><td>${html(description)}</td></tr>`;
}

function typeName(schema: TSchema): string {
  const known: {
    anyOf?: TSchema[];
    items?: TSchema;
    const?: unknown;
    enum?: unknown[];
    format?: string;
    type?: string;
  } = schema;
  if (known.anyOf) return known.anyOf.map(typeName).join(' | ');
  if (known.const !== undefined) return JSON.stringify(known.const);
  if (known.enum) return known.enum.map(value => JSON.stringify(value)).join(' | ');
  if (known.items) return `array of ${typeName(known.items)}`;
  if (known.type === 'object') {
    const names = Object.keys(schemaProperties(schema));
    return names.length > 0 ? `{${names.join(', ')}}` : 'object';
  }
  return known.format ?? known.type ?? 'any';
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:18rem 1fr}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;box-sizing:border-box;border-right:1px solid #8884}
nav h1{font-size:1.2rem;margin:0}nav h2{font-size:.8rem;margin:1rem 0 .2rem;opacity:.7}
nav ul{list-style:none;margin:0;padding:0}nav a{text-decoration:none;color:inherit}nav a:hover{text-decoration:underline}
main{padding:1rem 2rem;max-width:60rem}article{border-top:1px solid #8884;padding:1rem 0}
h3{margin:0;font:600 1rem ui-monospace,monospace}h4{margin:.8rem 0 .2rem;font-size:.8rem;opacity:.7}
.facts{font-size:.85rem;opacity:.8}table{border-collapse:collapse;width:100%}
td{border-top:1px solid #8882;padding:.25rem .75rem .25rem 0;vertical-align:top}code{font:.9em ui-monospace,monospace}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto}}`;
