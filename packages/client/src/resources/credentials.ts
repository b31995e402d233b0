import type { CallOptions } from '../attempt.ts';
import { eachItem, toSkip } from '../paging.ts';
import type {
  Credential,
  CredentialCreation,
  CredentialKind,
  CredentialPage,
  CredentialQuery,
  CredentialTestResult,
  CredentialUpdate,
  CredentialUses,
} from '../types.ts';
import type { Caller } from './caller.ts';

const PATH = '/api/v1/credential';

/** What requests of workflows are sent with. Their secrets go in, and never come out again. */
export class Credentials {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Those that the user of the key may see, by their names. */
  list(query: CredentialQuery = {}, options?: CallOptions): Promise<CredentialPage> {
    return this.#call.json(`${PATH}/find`, query, options);
  }

  /** Goes through all that match, page by page. */
  each(
    query: Omit<CredentialQuery, 'skip' | 'limit'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Credential, void, void> {
    return eachItem(
      async page => (await this.list({ ...query, ...toSkip(page) }, options)).items,
      ({ id }) => id,
    );
  }

  get(id: string, options?: CallOptions): Promise<Credential> {
    return this.#call.json(`${PATH}/get`, { id }, options);
  }

  create(credential: CredentialCreation, options?: CallOptions): Promise<Credential> {
    return this.#call.json(`${PATH}/create`, credential, options);
  }

  /** Changes the fields that are sent. Another host needs the secrets again. */
  update(credential: CredentialUpdate, options?: CallOptions): Promise<Credential> {
    return this.#call.json(`${PATH}/update`, credential, options);
  }

  /** What uses it fails from then on. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call.json(`${PATH}/delete`, { id }, options);
  }

  /** Sends a GET request with it: to `url`, or to the first page of its first host. */
  test(id: string, { url, ...options }: CallOptions & { url?: string } = {}): Promise<CredentialTestResult> {
    return this.#call.json(`${PATH}/test`, { id, ...(url !== undefined && { url }) }, options);
  }

  /** What uses it, and where it was sent lately. */
  uses(id: string, options?: CallOptions): Promise<CredentialUses> {
    return this.#call.json(`${PATH}/uses`, { id }, options);
  }

  /** The kinds of credentials, with the fields of each. */
  async kinds(options?: CallOptions): Promise<CredentialKind[]> {
    const { kinds } = await this.#call.json<{ kinds: CredentialKind[] }>(`${PATH}/kinds`, {}, options);
    return kinds;
  }
}
