/** Credentials that are sent as they are: in a header, in the query, as name and password, or as a certificate. */
import { X509Certificate } from 'node:crypto';
import { checkHeaders } from '../../platform/outbound/request-rules.ts';
import { type FieldDeclaration, type FieldValues, type KindDeclaration, setHeader, textOf } from './declaration.ts';

const plain = { hasOwnFields: false, connectable: false, usesTokens: false } as const;

/** A text that is no secret. */
export function publicText(name: string, title: string, description: string, required = false): FieldDeclaration {
  return { name, title, description, secret: false, required, type: 'text' };
}

export function secretText(name: string, title: string, description: string, required = true): FieldDeclaration {
  return { name, title, description, secret: true, required, type: 'text' };
}

/** Returns what is wrong with the name of a header. */
export function checkHeaderName(name: string): string | undefined {
  try {
    checkHeaders({ [name]: '' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const header: KindDeclaration = {
  ...plain,
  title: 'API key in a header',
  description: 'Sends a value in a header, such as X-API-Key.',
  fields: [
    publicText('name', 'Header', 'The name of the header, such as X-API-Key', true),
    secretText('value', 'Value', 'The key or token'),
    publicText('prefix', 'Before the value', "What stands before the value in the header, such as 'Token '"),
  ],
  check: values => checkHeaderName(textOf(values, 'name')),
  apply(hop, values) {
    const value = textOf(values, 'prefix') + textOf(values, 'value');
    return { hop: setHeader(hop, textOf(values, 'name'), value, 'value'), derived: [] };
  },
};

export const query: KindDeclaration = {
  ...plain,
  title: 'API key in the URL',
  description: 'Sends a value as a parameter of the URL, such as ?api_key=…',
  fields: [
    publicText('name', 'Parameter', 'The name of the parameter, such as api_key', true),
    secretText('value', 'Value', 'The key or token'),
  ],
  apply(hop, values) {
    const [name, value] = [textOf(values, 'name'), textOf(values, 'value')];
    // The rest of the query stays as it is written, because `URLSearchParams` would write it anew.
    const kept = hop.url.search
      .slice(1)
      .split('&')
      .filter(pair => pair !== '' && parameterName(pair) !== name);
    const url = new URL(hop.url);
    url.search = [...kept, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
    return { hop: { ...hop, url }, derived: [] };
  },
};

function parameterName(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? '';
}

export const basic: KindDeclaration = {
  ...plain,
  title: 'User name and password',
  description: 'Sends a user name and a password in the header Authorization (HTTP Basic).',
  fields: [
    publicText('username', 'User name', 'It is no secret: everybody who may use the credential sees it', true),
    secretText('password', 'Password', 'The password, or an API key in its place'),
  ],
  check: values => (textOf(values, 'username').includes(':') ? "'username' must not contain a colon" : undefined),
  apply(hop, values) {
    const encoded = Buffer.from(`${textOf(values, 'username')}:${textOf(values, 'password')}`).toString('base64');
    return { hop: setHeader(hop, 'Authorization', `Basic ${encoded}`, 'password'), derived: [encoded] };
  },
};

export const bearer: KindDeclaration = {
  ...plain,
  title: 'Bearer token',
  description: 'Sends a token in the header Authorization.',
  fields: [secretText('token', 'Token', 'Without the word Bearer')],
  apply: (hop, values) => ({
    hop: setHeader(hop, 'Authorization', `Bearer ${textOf(values, 'token')}`, 'token'),
    derived: [],
  }),
};

const longText = { type: 'long_text' } as const;

export const tls: KindDeclaration = {
  ...plain,
  title: 'Client certificate',
  description: 'Identifies the client by a certificate while the connection is made (mutual TLS).',
  fields: [
    {
      ...publicText('certificate', 'Certificate', 'The certificate, and those that lead to its issuer, as PEM', true),
      ...longText,
    },
    { ...secretText('private_key', 'Private key', 'The key of the certificate, as PEM'), ...longText, isKey: true },
    { ...secretText('passphrase', 'Passphrase', 'Of the private key, if it has one', false), isKey: true },
    {
      ...publicText('ca', 'Certificate authority', 'That of the server, as PEM, if it is not a public one'),
      ...longText,
    },
  ],
  check(values) {
    if (!isCertificate(textOf(values, 'certificate'))) return "'certificate' must be a certificate as PEM";
    const ca = textOf(values, 'ca');
    return ca === '' || isCertificate(ca) ? undefined : "'ca' must be a certificate as PEM";
  },
  apply: (hop, values) => ({ hop: { ...hop, clientCertificate: toClientCertificate(values) }, derived: [] }),
};

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

function toClientCertificate(values: FieldValues) {
  const [passphrase, ca] = [textOf(values, 'passphrase'), textOf(values, 'ca')];
  return {
    cert: textOf(values, 'certificate'),
    key: textOf(values, 'private_key'),
    ...(passphrase !== '' && { passphrase }),
    ...(ca !== '' && { ca }),
  };
}

export const generic: KindDeclaration = {
  ...plain,
  title: 'Fields of your own',
  description: 'Named secrets for templates: {{ secrets.name.field }} in a URL, in headers or in a body.',
  fields: [],
  hasOwnFields: true,
};
