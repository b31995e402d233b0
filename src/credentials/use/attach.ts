/** Adds credentials to one hop of a request: those that the request names, and those whose markers it contains. */
import { isIPv6 } from 'node:net';
import { fixedLimits } from '../../configuration/limits.ts';
import type { HeddleDatabase } from '../../database.ts';
import { type ConnectionTarget, type CredentialReference, StepError } from '../../nodes/step.ts';
import type { AuthorizedHop, Hop } from '../../platform/outbound/outbound.ts';
import { isStreamed } from '../../platform/outbound/streamed-body.ts';
import type { UsePlace } from '../contract.ts';
import { ACCESS_TOKEN, type FieldValues, UnusableField } from '../kinds/declaration.ts';
import { credentialKinds, listUsableFields, type TemplatePlace } from '../kinds.ts';
import type { AccessTokens } from '../oauth/tokens.ts';
import { readFields, type SecretReader } from '../sealed-fields.ts';
import type { CredentialRow } from '../tables.ts';
import { isHostAllowed } from './hosts.ts';
import { findMarkers, type MarkedValue, replaceMarkers } from './markers.ts';
import { Redactor } from './redactor.ts';
import { findUsableRows } from './usable.ts';
import type { CredentialUseRecorder } from './use-recorder.ts';

export interface AttachServices {
  database: HeddleDatabase;
  secrets: SecretReader;
  tokens: Pick<AccessTokens, 'accessToken'>;
  recorder: Pick<CredentialUseRecorder, 'record'>;
}

export interface UsedCredential {
  hosts: readonly string[];
  /** Whatever of it may have been sent. */
  values: ReadonlySet<string>;
}

export interface Attaching {
  place: UsePlace;
  /** The credentials that the request names. */
  references: readonly CredentialReference[];
  isRedirect: boolean;
  rejected: ReadonlyMap<string, string>;
  redactor: Redactor;
  /** The credentials that were used in this place, by their ids. */
  used: Map<string, UsedCredential>;
  signal: AbortSignal;
}

interface Attached {
  hop: AuthorizedHop;
  /** The access tokens that were sent, by credential. */
  tokens: ReadonlyMap<string, string>;
}

export async function attachCredentials(services: AttachServices, hop: Hop, attaching: Attaching): Promise<Attached> {
  const { place, references, isRedirect, used } = attaching;
  if (isRedirect) refuseLeakingRedirect(hop, attaching);
  const found = findMarkers(hop, place.markers.keys());
  const markers = [...found.keys()];
  const markedNames = markers.flatMap(marker => place.markers.get(marker)?.credential ?? []);
  const rows = await findUsableRows(services.database.query, place.user, [...references, ...markedNames]);
  const named = references.map(reference => requireRow(rows, reference));
  const marked = markedNames.map(name => requireRow(rows, name));

  const isAllowed = (row: CredentialRow) => isHostAllowed(row.hosts, hop.url);
  const mustBeAllowed = isRedirect ? marked : [...named, ...marked];
  for (const row of mustBeAllowed) if (!isAllowed(row)) refuse(services, row, hop, place);
  for (const [marker, places] of found)
    requirePlaces(requireRow(rows, place.markers.get(marker)?.credential ?? ''), places);
  const attached = new Set(named.filter(isAllowed));
  countUsed(used, [...attached, ...marked]);

  const opened = await openAll(services, new Set([...attached, ...marked]), attaching);
  const values = markers.map(marker => toMarkedValue(marker, attaching, rows, opened));
  let authorized = replaceMarkers(hop, values);
  for (const row of sortBySignature(attached))
    authorized = await apply(authorized, row, opened.get(row)?.values ?? {}, attaching);
  for (const row of opened.keys()) {
    services.recorder.record({ credential: row, host: hop.url.host, place, refused: false });
  }
  const tokens = [...opened].flatMap(([{ id }, { token }]): [string, string][] =>
    token === undefined ? [] : [[id, token]],
  );
  return { hop: authorized, tokens: new Map(tokens) };
}

/**
 * Opens the one credential of a connection. Its hosts allow an encrypted connection as they allow https, and one that is
 * not encrypted as they allow http: to local and private hosts alone.
 */
export async function openForConnection(
  services: AttachServices,
  { host, port, isEncrypted }: Pick<ConnectionTarget, 'host' | 'port' | 'isEncrypted'>,
  attaching: Attaching,
): Promise<Readonly<Record<string, string>>> {
  const { place, references, used } = attaching;
  const rows = await findUsableRows(services.database.query, place.user, references);
  const [row] = references.map(reference => requireRow(rows, reference));
  const url = URL.parse(`${isEncrypted ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`);
  if (!row || !url) throw new StepError(`'${host}' is not a host`);
  if (!isHostAllowed(row.hosts, url)) refuse(services, row, { url }, place);
  countUsed(used, [row]);
  const { values } = await openRow(services, row, attaching);
  services.recorder.record({ credential: row, host: url.host, place, refused: false });
  const usable = listUsableFields(row.kind, Object.keys(values));
  return Object.fromEntries(usable.map(name => [name, toText(values[name])]));
}

/** Those who may not use a credential do not learn whether it exists. */
function requireRow(
  rows: ReadonlyMap<CredentialReference, CredentialRow>,
  reference: CredentialReference,
): CredentialRow {
  const row = rows.get(reference);
  if (row) return row;
  throw new StepError(
    typeof reference === 'string'
      ? `The credential '${reference}' does not exist or may not be used by this user`
      : 'This user has not connected an account for it yet',
  );
}

const PART_NAMES: Readonly<Record<TemplatePlace, string>> = { url: 'URL', header: 'headers', body: 'body' };

/** What stands in a body may be published by the server that gets it, so the owner chooses the parts of a request. */
function requirePlaces({ name, template_places }: CredentialRow, places: readonly TemplatePlace[]): void {
  const refused = places.find(place => !template_places.includes(place));
  if (refused === undefined) return;
  throw new StepError(
    template_places.length === 0
      ? `Templates may not name the credential '${name}'. Use it as 'credential', or ask its owner`
      : `Templates may not put the credential '${name}' into the ${PART_NAMES[refused]} of a request`,
  );
}

function refuse({ recorder }: AttachServices, row: CredentialRow, { url }: Pick<Hop, 'url'>, place: UsePlace): never {
  recorder.record({ credential: row, host: url.host, place, refused: true });
  throw new StepError(`The credential '${row.name}' may not be sent to '${url.host}'`);
}

/** A server that got a value could send it on, in the address to which it redirects. */
function refuseLeakingRedirect({ url }: Hop, { redactor, used }: Attaching): void {
  if (!redactor.isInAddress(url.href)) return;
  const leaked = [...used.values()].some(({ hosts, values }) => {
    const own = new Redactor();
    own.add([...values]);
    return own.isInAddress(url.href) && !isHostAllowed(hosts, url);
  });
  if (leaked) throw new StepError(`The redirect to '${url.host}' contains a secret and was not followed`);
}

function countUsed(used: Map<string, UsedCredential>, rows: readonly CredentialRow[]): void {
  for (const { id, hosts } of rows) used.set(id, { hosts, values: used.get(id)?.values ?? new Set() });
  const { perStep } = fixedLimits.credential;
  if (used.size > perStep) throw new StepError(`One step can use at most ${perStep} credentials`);
}

/** What is sent is known before, so that it is recognised when it comes back. */
function remember({ place, redactor, used }: Attaching, row: CredentialRow, values: readonly string[]): void {
  const { id, hosts } = row;
  redactor.add(values, { isKnown: row.created_by === place.user.id });
  used.set(id, { hosts, values: new Set([...(used.get(id)?.values ?? []), ...values]) });
}

interface Opened {
  values: FieldValues;
  token: string | undefined;
}

async function openAll(
  services: AttachServices,
  rows: ReadonlySet<CredentialRow>,
  attaching: Attaching,
): Promise<ReadonlyMap<CredentialRow, Opened>> {
  const opened = [...rows].map(async row => [row, await openRow(services, row, attaching)] as const);
  return new Map(await Promise.all(opened));
}

async function openRow({ secrets, tokens }: AttachServices, row: CredentialRow, attaching: Attaching): Promise<Opened> {
  const { rejected, signal } = attaching;
  const read = await readFields(secrets, row, signal);
  remember(attaching, row, read.secrets);
  if (!credentialKinds[row.kind].usesTokens) return { values: read.values, token: undefined };
  const rejectedToken = rejected.get(row.id);
  const { token } = await tokens.accessToken(row.id, {
    signal,
    ...(rejectedToken !== undefined && { rejected: rejectedToken }),
  });
  remember(attaching, row, [token]);
  return { values: { ...read.values, [ACCESS_TOKEN]: token }, token };
}

function toMarkedValue(
  marker: string,
  { place }: Attaching,
  rows: ReadonlyMap<CredentialReference, CredentialRow>,
  opened: ReadonlyMap<CredentialRow, Opened>,
): MarkedValue {
  const { credential, field } = place.markers.get(marker) ?? { credential: '', field: '' };
  const row = requireRow(rows, credential);
  const values = opened.get(row)?.values ?? {};
  if (!listUsableFields(row.kind, Object.keys(values)).includes(field)) {
    throw new StepError(`The credential '${row.name}' has no field '${field}' that can be sent`);
  }
  return { marker, value: toText(values[field]), credential: row.name, field };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function sortBySignature(rows: ReadonlySet<CredentialRow>): CredentialRow[] {
  const isSignature = ({ kind }: CredentialRow) => Number(credentialKinds[kind].isSignature === true);
  return [...rows].sort((one, other) => isSignature(one) - isSignature(other));
}

async function apply(
  hop: AuthorizedHop,
  row: CredentialRow,
  values: FieldValues,
  attaching: Attaching,
): Promise<AuthorizedHop> {
  const kind = credentialKinds[row.kind];
  try {
    const isWhole = !isStreamed(hop.body) || !kind.applyStreamed;
    const applied = isWhole ? kind.apply?.(hop, values) : await kind.applyStreamed?.(hop, values);
    remember(attaching, row, applied?.derived ?? []);
    return applied?.hop ?? hop;
  } catch (error) {
    if (!(error instanceof UnusableField)) throw error;
    throw new StepError(`The credential '${row.name}' can not be used: ${error.message}`);
  }
}
