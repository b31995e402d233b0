/** The security schemes of a document as the credentials that they ask for. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import type { ImportedSecurity } from './contract.ts';
import { peek } from './object-view.ts';
import type { DocumentObject } from './read-document.ts';
import type { References } from './references.ts';
import { cleanText, toLine, toShortText } from './texts.ts';

type Credential = Pick<ImportedSecurity, 'kind' | 'fields'>;

/** Lists the schemes, first those that the whole document requires. */
export function readSecurity(
  schemes: unknown,
  required: unknown,
  references: References,
  documentUrl: string | null,
): ImportedSecurity[] {
  if (!isObject(schemes)) return [];
  const first = Array.isArray(required) ? required.slice(0, 100).flatMap(listNames) : [];
  const known = first.filter(name => Object.hasOwn(schemes, name));
  const names = [...new Set([...known, ...Object.keys(schemes)])].filter(name => name !== '__proto__');
  return names.slice(0, apiDocumentLimits.securitySchemes).flatMap(name => {
    const scheme = peek(schemes[name], references);
    if (!isObject(scheme)) return [];
    const description = toShortText(scheme.description, apiDocumentLimits.descriptionCharacters);
    return toCredentials(scheme, documentUrl).map(credential => ({
      scheme: toLine(name, apiDocumentLimits.titleCharacters),
      description,
      ...credential,
    }));
  });
}

function listNames(requirement: unknown): string[] {
  return isObject(requirement) ? Object.keys(requirement) : [];
}

function toCredentials(scheme: DocumentObject, documentUrl: string | null): Credential[] {
  switch (scheme.type) {
    case 'apiKey':
      return toApiKey(scheme);
    case 'http':
      return toHttp(scheme);
    case 'basic':
      return [{ kind: 'basic', fields: {} }];
    case 'oauth2':
      return toOauth2(scheme.flows, documentUrl);
    case 'openIdConnect': {
      const issuer = toUrl(scheme.openIdConnectUrl, documentUrl).replace(/\/\.well-known\/openid-configuration$/, '');
      return [{ kind: 'oauth2_code', fields: issuer === '' ? {} : { issuer } }];
    }
    case 'mutualTLS':
      return [{ kind: 'tls', fields: {} }];
    default:
      return [];
  }
}

function toApiKey(scheme: DocumentObject): Credential[] {
  const name = typeof scheme.name === 'string' ? toLine(scheme.name, apiDocumentLimits.parameterCharacters) : '';
  if (name === '') return [];
  switch (scheme.in) {
    case 'header':
      return [{ kind: 'header', fields: { name } }];
    case 'query':
      return [{ kind: 'query', fields: { name } }];
    case 'cookie':
      return [{ kind: 'header', fields: { name: 'Cookie', prefix: `${name}=` } }];
    default:
      return [];
  }
}

function toHttp(scheme: DocumentObject): Credential[] {
  const name = typeof scheme.scheme === 'string' ? scheme.scheme.slice(0, 100) : '';
  if (name.toLowerCase() === 'basic') return [{ kind: 'basic', fields: {} }];
  if (name.toLowerCase() === 'bearer') return [{ kind: 'bearer', fields: {} }];
  // Whatever else there is, it stands in this header.
  return [{ kind: 'header', fields: { name: 'Authorization', ...(/^[\w-]+$/.test(name) && { prefix: `${name} ` }) } }];
}

/**
 * The implicit flow is not offered, but who has it mostly has the authorization code too, at the same place. A document
 * that only knows passwords gives tokens in a way of its own: the token itself is the credential.
 */
function toOauth2(flows: unknown, documentUrl: string | null): Credential[] {
  if (!isObject(flows)) return [{ kind: 'oauth2_code', fields: {} }];
  const { authorizationCode, clientCredentials, implicit } = flows;
  const account = isObject(authorizationCode) ? authorizationCode : implicit;
  const credentials: Credential[] = [];
  if (isObject(account)) credentials.push({ kind: 'oauth2_code', fields: readFlow(account, documentUrl) });
  if (isObject(clientCredentials)) {
    const { authorization_url: _, ...fields } = readFlow(clientCredentials, documentUrl);
    credentials.push({ kind: 'oauth2_client', fields });
  }
  return credentials.length > 0 ? credentials : [{ kind: 'bearer', fields: {} }];
}

function readFlow(flow: DocumentObject, documentUrl: string | null): ImportedSecurity['fields'] {
  const authorizationUrl = toUrl(flow.authorizationUrl, documentUrl);
  const tokenUrl = toUrl(flow.tokenUrl, documentUrl);
  const scopes = isObject(flow.scopes) ? Object.keys(flow.scopes).slice(0, 200) : [];
  return {
    ...(authorizationUrl !== '' && { authorization_url: authorizationUrl }),
    ...(tokenUrl !== '' && { token_url: tokenUrl }),
    ...(scopes.length > 0 && { scopes: scopes.map(scope => cleanText(scope.slice(0, 300))) }),
  };
}

function toUrl(value: unknown, documentUrl: string | null): string {
  if (typeof value !== 'string' || value.length > 2_000) return '';
  const url = URL.parse(value, documentUrl ?? undefined);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : '';
}
