import { Button } from '@mantine/core';
import { DELIVERY_LISTS, type Delivery, retryDelivery } from '../api/deliveries.ts';
import type { IconName } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import table from '../look/lists/table.module.css';
import { Mark, type Tone } from '../look/mark.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { deliveries as texts } from '../texts/panels.ts';
import classes from './delivery-table.module.css';

export function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { columns } = texts;
  return (
    <table className={table.table}>
      <caption className="visually-hidden">{words.deliveries}</caption>
      <thead>
        <tr>
          <ColumnHead className={classes.state}>{columns.state}</ColumnHead>
          <ColumnHead className={classes.event}>{columns.event}</ColumnHead>
          <ColumnHead className={classes.subject}>{columns.subject}</ColumnHead>
          <ColumnHead>{columns.url}</ColumnHead>
          <ColumnHead>{columns.result}</ColumnHead>
          <ColumnHead className={classes.time}>{columns.time}</ColumnHead>
          <td className={classes.action} />
        </tr>
      </thead>
      <tbody>
        {deliveries.map(delivery => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </tbody>
    </table>
  );
}

const LOOKS: Record<Delivery['state'], [icon: IconName, tone: Tone]> = {
  waiting: ['circle-pause', 'waiting'],
  delivered: ['circle-check', 'success'],
  failed: ['circle-x', 'failed'],
  cancelled: ['ban', 'dim'],
};

/** The ends of ids differ more than their beginnings, which are times. */
const SHORT_ID = 8;

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { state, event, subject, url, created } = delivery;
  const about = subject.slice(-SHORT_ID);
  const [icon, tone] = LOOKS[state];
  return (
    <tr>
      <td className={classes.state}>
        <Mark tone={tone} icon={icon} word={texts.states[state]} />
      </td>
      <th scope="row" className={`${classes.event} mono`}>
        {event.type}
      </th>
      <td className={`${classes.subject} dim`} title={subject}>
        {event.type.startsWith('file') ? texts.file(about) : texts.record(about)}
      </td>
      <td title={url}>{url}</td>
      <td className={classes.result}>
        <Result delivery={delivery} />
      </td>
      <td className={classes.time}>
        <Time at={created} />
      </td>
      <td className={classes.action}>
        {(state === 'failed' || state === 'cancelled') && <RetryButton delivery={delivery} />}
      </td>
    </tr>
  );
}

function Result({ delivery: { attempts, last_status, last_error } }: { delivery: Delivery }) {
  if (attempts === 0 && last_status === null && last_error === null) {
    return <span className="dim">{texts.notTried}</span>;
  }
  const answer = last_error ?? (last_status === null ? '' : texts.answered(last_status));
  return (
    <span title={answer}>
      <span data-tone={last_error === null ? undefined : 'failed'}>{answer}</span>{' '}
      <span className="dim">{texts.attempts(attempts)}</span>
    </span>
  );
}

function RetryButton({ delivery: { id, event, url } }: { delivery: Delivery }) {
  const { isBusy, perform } = useAction({ changes: [DELIVERY_LISTS], noticesProblem: true });
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      onClick={() => perform(() => retryDelivery(id), texts.retried)}
      aria-label={texts.retryOf(event.type, url)}
    >
      {words.retry}
    </Button>
  );
}
