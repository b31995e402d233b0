/** Masks what nobody may see in the rendered params of a step. */
import { isCredentialHeader, isCredentialQuery } from '../../engine/credential-headers.ts';
import type { Params } from '../../engine/definition.ts';
import { isObject } from '../../platform/is-object.ts';

/** What stands where a secret was. */
export const MASK = '***';

/** Authors also write credentials into headers and queries, of requests and of the params of tools. */
export function maskCredentials(params: Params): Params {
  const entries = Object.entries(params).map(([name, value]) => {
    if (!isObject(value)) return [name, value] as const;
    if (name === 'headers') return [name, maskNames(value, isCredentialHeader)] as const;
    if (name === 'query') return [name, maskNames(value, isCredentialQuery)] as const;
    return [name, name === 'params' ? maskCredentials(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function maskNames(values: Params, isCredential: (name: string) => boolean): Params {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isCredential(name) ? MASK : value]));
}
