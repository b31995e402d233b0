/**
 * Makes the types of the client from the API's own description.
 *
 *   node packages/client/generate.ts                        asks `bin/heddle openapi` of this checkout
 *   node packages/client/generate.ts http://localhost:8080  asks a running service
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

export const API_VERSIONS = ['v3', 'v1'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

const HEADER = `/** Made by \`node packages/client/generate.ts\` from the API's description. Do not edit. */\n`;

/** Fields with a default may be left out of a request, and replies name what they always contain as required. */
export async function generateTypes(document: OpenAPI3): Promise<string> {
  const closed = JSON.parse(JSON.stringify(document), (_key, value) => closeKnown(value)) as OpenAPI3;
  return HEADER + astToString(await openapiTypescript(closed, { defaultNonNullable: false, alphabetize: true }));
}

/**
 * Objects with known fields may have others as well. Their types do not say so: otherwise no value of an interface could
 * be passed, because interfaces have no index signature.
 */
function closeKnown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('properties' in value)) return value;
  const { additionalProperties, ...closed } = value as { properties: object; additionalProperties?: unknown };
  return additionalProperties === true && Object.keys(value.properties ?? {}).length > 0 ? closed : value;
}

export function generatedFile(version: ApiVersion): string {
  return path.join(import.meta.dirname, 'src', 'generated', `${version}.ts`);
}

async function readDocument(version: ApiVersion, serviceUrl: string | undefined): Promise<OpenAPI3> {
  if (serviceUrl) return (await fetch(`${serviceUrl}/api/${version}/openapi.json`)).json() as Promise<OpenAPI3>;
  const program = path.join(import.meta.dirname, '..', '..', 'bin', 'heddle');
  const text = execFileSync(program, ['openapi', '--api', version], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return JSON.parse(text) as OpenAPI3;
}

if (import.meta.main) {
  for (const version of API_VERSIONS) {
    await writeFile(generatedFile(version), await generateTypes(await readDocument(version, process.argv[2])));
  }
}
