/** One entry of the audit log, whole. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AuditEvent } from '../api/audit.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { formatExact } from '../look/duration.ts';
import { audit as texts } from '../texts/audit.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { describeDetails } from './audit-words.ts';
import type { AuditChanges } from './search.ts';
import { PanelHead, PanelSection } from './split.tsx';

interface AuditDetailsProps {
  event: AuditEvent;
  onFilter(changes: AuditChanges): void;
  onClose(): void;
}

export function AuditDetails({ event, onFilter, onClose }: AuditDetailsProps) {
  const { at, actor, via, key, address, action, subject } = event;
  return (
    <>
      <PanelHead title={texts.action(action)} close={words.close} onClose={onClose}>
        <CopyButton text={() => JSON.stringify(event, null, 2)} label={texts.copyEntry} />
      </PanelHead>
      <PanelSection title={texts.entry}>
        <dl className={classes.facts}>
          <dt>{texts.exactly}</dt>
          <dd>{formatExact(at)}</dd>
          <dt>{texts.who}</dt>
          <dd>
            {actor.name || words.nobody}
            <div className="tiny dim break-anywhere">{actor.email}</div>
          </dd>
          <dt>{texts.how}</dt>
          <dd>{texts.via(via)}</dd>
          {key && (
            <>
              <dt>{words.key}</dt>
              <dd>{texts.keyNamed(key.name, key.id)}</dd>
            </>
          )}
          {address !== null && (
            <>
              <dt>{words.address}</dt>
              <dd className="mono">{address}</dd>
            </>
          )}
          <dt>{texts.subject}</dt>
          <dd>
            <SubjectLink subject={subject} />
            {subject.id !== null && <div className="tiny dim break-anywhere">{subject.id}</div>}
          </dd>
        </dl>
      </PanelSection>
      <PanelSection title={words.details}>
        <Details event={event} />
      </PanelSection>
      <section className={classes.section}>
        <div className="row wrap gap-8">
          {actor.id !== null && (
            <Button variant="default" onClick={() => onFilter({ actor: actor.id ?? undefined, event: undefined })}>
              {texts.onlyActor}
            </Button>
          )}
          {subject.id !== null && (
            <Button variant="default" onClick={() => onFilter({ subject: subject.id ?? undefined, event: undefined })}>
              {texts.onlySubject}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}

/** Leads to what the entry is about, which may be gone by now. */
function SubjectLink({ subject: { kind, id, name } }: { subject: AuditEvent['subject'] }) {
  if (id === null) return name;
  if (kind === 'user') {
    return (
      <Link to="/administration/users" search={{ user: id }}>
        {name}
      </Link>
    );
  }
  if (kind === 'group' || kind === 'organization') {
    return (
      <Link to={`/administration/${kind}s`} search={{ chosen: id }}>
        {name}
      </Link>
    );
  }
  return name;
}

function Details({ event }: { event: AuditEvent }) {
  const { changes, facts } = describeDetails(event.details);
  if (changes.length + facts.length === 0) return <p className={classes.text}>{texts.noDetails}</p>;
  return (
    <>
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{texts.before}</th>
              <th scope="col">{texts.after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, from, to }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
