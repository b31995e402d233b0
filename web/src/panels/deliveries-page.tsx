/** What was sent to the webhooks of a panel, and what became of it. */

import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { DELIVERY_LISTS, deliveriesQuery, retryableQuery, retryDeliveries } from '../api/deliveries.ts';
import type { OpenedPanel } from '../api/panels.ts';
import { useSession } from '../api/session.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { PagedList } from '../look/page/pages.tsx';
import { EmptyList, EmptyState } from '../look/states/empty-state.tsx';
import { PanelGate, PanelHeader } from '../panel-parts/panel-header.tsx';
import * as words from '../texts/common.ts';
import { deliveries as texts } from '../texts/panels.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { DELIVERY_STATES, type DeliveriesSearch, EVENTS, PAGE_SIZE, readDeliveriesSearch } from './search.ts';

export function DeliveriesPage() {
  const { panelId } = useParams({ from: '/shell/panels/$panelId/deliveries' });
  return (
    <PanelGate panelId={panelId}>
      {opened => (opened.may_write ? <Deliveries opened={opened} /> : <ForWriters panelId={panelId} />)}
    </PanelGate>
  );
}

function ForWriters({ panelId }: { panelId: string }) {
  return (
    <>
      <PanelHeader panelId={panelId} tab="deliveries" />
      <EmptyState icon="lock" title={texts.forWriters} text={texts.forWritersText} />
    </>
  );
}

function Deliveries({ opened }: { opened: OpenedPanel }) {
  const panelId = opened.panel.id;
  const { public_url } = useSession();
  // The router leaves in what its check has left out, so that is read once more.
  const search = readDeliveriesSearch({ ...useSearch({ from: '/shell/panels/$panelId/deliveries' }) });
  const navigate = useNavigate({ from: '/panels/$panelId/deliveries' });
  const { state, event, page = 1 } = search;
  const list = useQuery(deliveriesQuery({ panelId, state, event, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }));
  const queryClient = useQueryClient();
  const setSearch = (next: DeliveriesSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      <PanelHeader
        panelId={panelId}
        tab="deliveries"
        actions={
          <>
            <RetryAll panelId={panelId} search={search} />
            <IconButton
              icon="refresh-cw"
              label={words.refresh}
              hint
              onClick={() => void queryClient.invalidateQueries({ queryKey: DELIVERY_LISTS })}
            />
          </>
        }
      >
        <FilterFields search={search} onChange={setSearch} />
      </PanelHeader>
      <PagedList
        query={list}
        page={page}
        pageSize={PAGE_SIZE}
        empty={
          <EmptyList
            icon="webhook"
            texts={texts}
            isFiltered={Object.keys(search).length > 0}
            action={
              <Button renderRoot={props => <Link {...props} to="/panels/$panelId/settings" params={{ panelId }} />}>
                {texts.emptyAction}
              </Button>
            }
            curl={texts.curl(public_url, panelId)}
            onReset={() => setSearch({})}
          />
        }
        onPage={next => setSearch({ ...search, page: next })}
      >
        {items => <DeliveryTable deliveries={items} />}
      </PagedList>
    </>
  );
}

interface FilterFieldsProps {
  search: DeliveriesSearch;
  onChange(search: DeliveriesSearch): void;
}

function FilterFields({ search: { state, event }, onChange }: FilterFieldsProps) {
  const change = (next: Record<string, string | undefined>) =>
    onChange(readDeliveriesSearch({ state, event, ...next }));
  return (
    <>
      <NativeSelect
        aria-label={words.state}
        data={[
          { value: '', label: words.anyState },
          ...DELIVERY_STATES.map(value => ({ value, label: texts.states[value] })),
        ]}
        value={state ?? ''}
        onChange={({ currentTarget }) => change({ state: currentTarget.value })}
      />
      <NativeSelect
        aria-label={words.event}
        data={[{ value: '', label: texts.anyEvent }, ...EVENTS]}
        value={event ?? ''}
        onChange={({ currentTarget }) => change({ event: currentTarget.value })}
      />
    </>
  );
}

/** Retries everything that the filter finds and that can be retried. */
function RetryAll({ panelId, search: { state, event } }: { panelId: string; search: DeliveriesSearch }) {
  const [isAsking, setAsking] = useState(false);
  const { data: count = 0 } = useQuery(retryableQuery({ panelId, state, event }));

  const retry = () =>
    retryDeliveries({
      panel_id: panelId,
      ...((state === 'failed' || state === 'cancelled') && { state }),
      ...(event && { event }),
    });

  return (
    <>
      {count > 0 && (
        <Button variant="default" leftSection={<Icon name="rotate-ccw" />} onClick={() => setAsking(true)}>
          {texts.retryAll(count)}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={texts.retryAllTitle}
        action={words.retry}
        changes={[DELIVERY_LISTS]}
        onConfirm={retry}
        done={({ retried, left_out }) => texts.retriedAll(retried, left_out)}
        onClose={() => setAsking(false)}
      >
        {texts.retryAllText(count, event)}
      </ConfirmDialog>
    </>
  );
}
