/**
 * What other areas use of credentials. They name a credential, and a request is sent with it: they never see a value. The
 * one exception is `connect`, for tools whose protocol is not HTTP.
 */

import type { Query } from '../database.ts';
import type { NamedSecret } from '../engine/secrets.ts';
import type { ConnectionTarget, PermittedConnection, StepHttpRequest } from '../nodes/step.ts';
import type { OutboundReply } from '../platform/outbound/outbound.ts';
import type { FieldValues } from './kinds/declaration.ts';
import type { CredentialKind } from './kinds.ts';

/** Who uses credentials, and where. There is one of these for each attempt of a step, and for each call of a tool. */
export interface UsePlace {
  /** Whose rights count, at the moment of each use. */
  readonly user: { readonly id: string; readonly email: string };
  /** Null in a chat. */
  readonly runId: string | null;
  readonly workflowId: string | null;
  readonly nodeId: string | null;
  /** What `{{ secrets.name.field }}` rendered to in the params, and what it stands for. */
  readonly markers: ReadonlyMap<string, NamedSecret>;
  readonly signal: AbortSignal;
}

export interface CredentialUse {
  /**
   * Sends a request: attaches the credentials that it names, and puts values in the place of markers, both only for
   * the hosts that each credential allows. Throws a StepError when the user may not use one of them.
   */
  request(request: StepHttpRequest): Promise<OutboundReply>;
  /**
   * Permits a connection that speaks another protocol: checks the addresses of the host like those of a request, and
   * opens the credential for it, if the credential allows this host and port. The use is recorded, and the values are
   * redacted from then on. Throws a StepError, or an OutboundError about the address.
   */
  connect(target: ConnectionTarget): Promise<PermittedConnection>;
  /** Replaces the values that were used so far by `[secret]`, in texts anywhere inside of the value. */
  redact<Value>(value: Value): Promise<Value>;
  redactBytes(content: Uint8Array): Promise<Uint8Array>;
  redactStream(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** For short texts. */
  redactText(text: string): string;
}

/** What may be told about a credential to those who may use it. */
export interface UsableCredential {
  id: string;
  name: string;
  kind: CredentialKind;
  hosts: string[];
  /** The parts of a request in which `{{ secrets.name.field }}` may stand. */
  places: readonly string[];
  /** The names of the fields that `{{ secrets.name.field }}` may name. */
  fields: string[];
}

/** Where a credential is compared with what somebody sent, and on whose behalf. */
export interface ComparePlace {
  /** Whose rights count. */
  readonly userId: string;
  readonly workflowId: string;
  readonly nodeId: string;
  readonly signal: AbortSignal;
}

/** A credential with its values, for the moment of a comparison. */
export interface ComparedCredential {
  readonly kind: CredentialKind;
  readonly values: FieldValues;
}

export interface CredentialUses {
  open(place: UsePlace): CredentialUse;
  /**
   * Lets this process compare what somebody sent with a credential. `use` must keep and return nothing of the values, but
   * only what it found out with them. Returns undefined when the user may not use the credential at this moment, or
   * when it can not be read.
   */
  compare<Result>(
    reference: string,
    place: ComparePlace,
    use: (credential: ComparedCredential) => Result,
  ): Promise<Result | undefined>;
  /** Finds those of the names and ids that the user may use. Of several with one name, their own comes first. */
  findUsable(
    db: Query,
    user: UsePlace['user'],
    references: readonly string[],
  ): Promise<ReadonlyMap<string, UsableCredential>>;
}
