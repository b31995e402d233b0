/** The part of the package that the tests use: it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  interface Context {
    oidc: { client?: { clientId: string }; session?: { accountId?: string } };
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    readonly Grant: new (
      properties: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }

  export type { Context };
}
