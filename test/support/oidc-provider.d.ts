/** The part of the package that the tests use: it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Context {
    oidc: {
      client?: { clientId: string };
      session?: { accountId?: string };
      params?: { grant_type?: string; resource?: string };
    };
  }

  interface Token {
    isValid: boolean;
    clientId?: string;
    accountId?: string;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: string, listener: (context: Context) => void): this;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    readonly Grant: new (
      properties: object,
    ) => {
      addOIDCScope(scope: string): void;
      addResourceScope(resource: string, scope: string): void;
      save(): Promise<string>;
    };
    readonly AccessToken: { find(token: string): Promise<Token | undefined> };
    readonly ClientCredentials: { find(token: string): Promise<Token | undefined> };
  }

  export type { Context };
}
