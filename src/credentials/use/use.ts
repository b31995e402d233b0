/**
 * Sends requests with credentials. Each hop asks anew who may use what, decrypts, and attaches, so a right that was
 * withdrawn or a value that was replaced counts at once, and a redirect gets nothing that its host may not have.
 */
import type { HeddleDatabase } from '../../database.ts';
import type { StepHttpRequest } from '../../nodes/step.ts';
import { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import type { OutboundHttp, OutboundReply, ReplySink } from '../../platform/outbound/outbound.ts';
import type { CredentialUse, CredentialUses, UsePlace } from '../contract.ts';
import type { AccessTokens } from '../oauth/tokens.ts';
import type { SecretReader } from '../sealed-fields.ts';
import { type Attaching, attachCredentials, openForConnection, type UsedCredential } from './attach.ts';
import { createCompare } from './compare.ts';
import { Redactor } from './redactor.ts';
import { findUsable } from './usable.ts';
import type { CredentialUseRecorder } from './use-recorder.ts';

export interface UseServices {
  database: HeddleDatabase;
  http: Pick<OutboundHttp, 'request' | 'pinHost'>;
  secrets: SecretReader;
  tokens: Pick<AccessTokens, 'accessToken'>;
  recorder: Pick<CredentialUseRecorder, 'record'>;
}

export function createCredentialUses(services: UseServices): CredentialUses {
  return { open: place => openUse(services, place), compare: createCompare(services), findUsable };
}

const UNAUTHORIZED = 401;

function openUse(services: UseServices, place: UsePlace): CredentialUse {
  const redactor = new Redactor();
  const used = new Map<string, UsedCredential>();
  const sliceFor = (signal: AbortSignal) => new TimeSlice(place.user.id, signal);

  /** `rejected` has tokens that the other server did not accept, by credential. */
  async function send(
    { credentials = [], ...request }: StepHttpRequest,
    rejected: ReadonlyMap<string, string>,
  ): Promise<{ reply: OutboundReply; tokens: ReadonlyMap<string, string> }> {
    let tokens: ReadonlyMap<string, string> = new Map();
    let isRedirect = false;
    const reply = await services.http.request({
      ...request,
      ...(request.sink && { sink: redactHead(redactor, request.sink, sliceFor(request.signal ?? place.signal)) }),
      authorize: async hop => {
        const signal = request.signal ?? place.signal;
        const attaching: Attaching = { place, references: credentials, isRedirect, rejected, redactor, used, signal };
        isRedirect = true;
        const attached = await attachCredentials(services, hop, attaching);
        tokens = attached.tokens;
        return attached.hop;
      },
    });
    return { reply, tokens };
  }

  return {
    async request(request) {
      const { credentials = [], ...plain } = request;
      if (credentials.length === 0 && place.markers.size === 0) return services.http.request(plain);
      const startedAt = performance.now();
      const first = await send(request, new Map());
      const leftMs = request.timeoutMs - (performance.now() - startedAt);
      // A token may have been withdrawn before its time, so a new one gets one chance.
      const isRejected = first.reply.status === UNAUTHORIZED && first.tokens.size > 0 && leftMs > 0;
      const { reply } = isRejected ? await send({ ...request, timeoutMs: leftMs }, first.tokens) : first;
      return redactReply(redactor, reply, sliceFor(request.signal ?? place.signal));
    },
    async connect(target) {
      const lookup = await services.http.pinHost(target.host, target.signal);
      const { credential, signal } = target;
      if (credential === undefined) return { lookup, fields: {} };
      const attaching = {
        place,
        references: [credential],
        isRedirect: false,
        rejected: new Map(),
        redactor,
        used,
        signal,
      };
      return { lookup, fields: await openForConnection(services, target, attaching) };
    },
    redactText: text => redactor.redactText(text),
    redact: value => redactor.redact(value, sliceFor(place.signal)),
    redactBytes: content => redactor.redactBytes(content, sliceFor(place.signal)),
    redactStream: chunks => redactor.redactStream(chunks, sliceFor(place.signal)),
  };
}

/** Whoever stores the body redacts it like every file of a step. */
function redactHead(redactor: Redactor, sink: ReplySink, slice: TimeSlice): ReplySink {
  return {
    ...sink,
    async save({ status, headers, url }, body, sizeBytes) {
      const head = { status, headers: await redactor.redact(headers, slice), url: redactor.redactAddress(url) };
      await sink.save(head, body, sizeBytes);
    },
  };
}

/**
 * What the other server repeats is replaced here, before anybody cuts, decodes or converts it: a value of which only a
 * part is left would not be found any more.
 */
async function redactReply(redactor: Redactor, reply: OutboundReply, slice: TimeSlice): Promise<OutboundReply> {
  return {
    ...reply,
    headers: await redactor.redact(reply.headers, slice),
    body: await redactor.redactBytes(reply.body, slice),
    url: redactor.redactAddress(reply.url),
  };
}
