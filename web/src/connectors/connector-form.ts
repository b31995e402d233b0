/** The settings of a connector while somebody edits them. PURE. */
import type { ConnectorDetails, ConnectorUpdate } from '../api/connectors.ts';
import type { Sharing } from '../sharing/shares.ts';
import { connectorPage as texts } from '../texts/connectors.ts';
import { type AccessForm, readAccess, toAccess } from './access-form.ts';

/** How pages are turned, as texts while it is typed. */
export interface PagingForm {
  readonly kind: 'none' | NonNullable<ConnectorDetails['pagination']>['kind'];
  readonly param: string;
  readonly next: string;
  readonly first: string;
  readonly items: string;
}

export interface ConnectorForm extends Sharing {
  readonly title: string;
  readonly baseUrl: string;
  readonly allowedHosts: readonly string[];
  readonly access: AccessForm;
  readonly calls: number | string | undefined;
  readonly seconds: number | string | undefined;
  readonly paging: PagingForm;
}

const NO_PAGING: PagingForm = { kind: 'none', param: '', next: '', first: '1', items: '' };

export function toForm(connector: ConnectorDetails): ConnectorForm {
  const { title, base_url, allowed_hosts, rate, pagination, sharing, group_sharing } = connector;
  return {
    title,
    baseUrl: base_url,
    allowedHosts: allowed_hosts,
    access: readAccess(connector),
    calls: rate?.calls,
    seconds: rate?.seconds,
    paging: toPagingForm(pagination),
    sharing,
    group_sharing,
  };
}

function toPagingForm(pagination: ConnectorDetails['pagination']): PagingForm {
  switch (pagination?.kind) {
    case undefined:
      return NO_PAGING;
    case 'link':
      return { ...NO_PAGING, kind: 'link' };
    case 'cursor':
      return { ...NO_PAGING, kind: 'cursor', param: pagination.param, next: pagination.next };
    case 'page':
      return {
        ...NO_PAGING,
        kind: 'page',
        param: pagination.param,
        first: String(pagination.first),
        items: pagination.items ?? '',
      };
    case 'offset':
      return { ...NO_PAGING, kind: 'offset', param: pagination.param, items: pagination.items ?? '' };
  }
}

function toPagination({ kind, param, next, first, items }: PagingForm): ConnectorDetails['pagination'] {
  const list = items.trim() === '' ? null : items.trim();
  switch (kind) {
    case 'none':
      return null;
    case 'link':
      return { kind };
    case 'cursor':
      return { kind, param: param.trim(), next: next.trim() };
    case 'page':
      return { kind, param: param.trim(), first: first === '0' ? 0 : 1, items: list };
    case 'offset':
      return { kind, param: param.trim(), items: list };
  }
}

/** What keeps the settings from being saved. */
export function findProblem({ calls, seconds, paging, access }: ConnectorForm): string | undefined {
  if ((calls === undefined) !== (seconds === undefined)) return texts.rateHalf;
  if (typeof calls === 'string' || typeof seconds === 'string') return texts.rateNumbers;
  if (paging.kind !== 'none' && paging.kind !== 'link' && paging.param.trim() === '') return texts.paramNeeded;
  if (paging.kind === 'cursor' && paging.next.trim() === '') return texts.nextNeeded;
  return access.choice === 'existing' && access.credentialId === null ? texts.credentialNeeded : undefined;
}

/** Only what was changed: somebody else may change other things at the same time. */
export function findChanges(id: string, before: ConnectorForm, after: ConnectorForm): ConnectorUpdate {
  const differs = (...keys: (keyof ConnectorForm)[]) =>
    keys.some(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const { calls, seconds } = after;
  return {
    id,
    ...(differs('title') && { title: after.title.trim() }),
    ...(differs('baseUrl') && { base_url: after.baseUrl.trim() }),
    ...(differs('allowedHosts') && { allowed_hosts: [...after.allowedHosts] }),
    ...(differs('access') && toAccess(after.access)),
    ...(differs('calls', 'seconds') && {
      rate: typeof calls === 'number' && typeof seconds === 'number' ? { calls, seconds } : null,
    }),
    ...(differs('paging') && { pagination: toPagination(after.paging) }),
    ...(differs('sharing') && { sharing: [...after.sharing] }),
    ...(differs('group_sharing') && { group_sharing: [...after.group_sharing] }),
  };
}
