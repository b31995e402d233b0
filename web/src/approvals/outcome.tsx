/** How an approval ended. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Approval, InboxItem } from '../api/approvals.ts';
import { useSession } from '../api/session.ts';
import { fieldLabel } from '../forms/field-kind.ts';
import { isRecord, readSchema } from '../forms/json-schema.ts';
import { Icon } from '../look/icons.tsx';
import { safeAddress } from '../look/markdown/markdown-addresses.ts';
import { Time } from '../look/time.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import classes from './approval-detail.module.css';
import { ApprovalMark } from './approval-mark.tsx';
import type { ApprovalsSearch } from './search.ts';
import { useUnsentDraft } from './use-draft.ts';

interface OutcomeProps {
  approval: Approval;
  /** Whether it was still waiting when the page was opened. */
  wasPending: boolean;
  next: InboxItem | undefined;
  search: ApprovalsSearch;
  question: ReactNode;
  about: ReactNode;
}

export function Outcome({ approval, wasPending, next, search, question, about }: OutcomeProps) {
  const navigate = useNavigate();
  return (
    <div className={classes.scroll}>
      <Banner approval={approval} wasPending={wasPending} />
      {question}
      <Answers schema={approval.form_schema} data={approval.decision_data} />
      <Unsent id={approval.id} schema={approval.form_schema} />
      {next && (
        <footer className={classes.footer}>
          <Button
            variant="default"
            className={classes.next}
            rightSection={<Icon name="arrow-right" />}
            onClick={() => void navigate({ to: '/approvals/$approvalId', params: { approvalId: next.id }, search })}
          >
            <span className="truncate">{texts.next(next.title)}</span>
          </Button>
        </footer>
      )}
      <div className={classes.about}>{about}</div>
    </div>
  );
}

function Banner({ approval, wasPending }: Pick<OutcomeProps, 'approval' | 'wasPending'>) {
  const { user } = useSession();
  const { status, decided_by, decided_at, updated, comment } = approval;
  const state = texts.states[status];
  const isByOthers = wasPending && decided_by?.id !== user.id;
  return (
    <section className={classes.banner} role="status" data-status={status}>
      <p>
        <ApprovalMark status={status} label={decided_by === null} />{' '}
        {decided_by && <strong>{texts.by(state, decided_by.id === user.id ? texts.you : decided_by.name)}</strong>}{' '}
        <span className="dim">
          <Time at={decided_at ?? updated.timestamp} />
        </span>
      </p>
      {isByOthers && <p>{decided_by ? texts.meanwhile(decided_by.name, state) : texts.endedMeanwhile(state)}</p>}
      {status === 'expired' && <p>{texts.expiredText}</p>}
      {status === 'cancelled' && <p>{texts.cancelledText}</p>}
      {comment !== '' && <blockquote>{comment}</blockquote>}
    </section>
  );
}

/** What somebody else's decision made useless is shown once more, so that it can be copied. */
function Unsent({ id, schema }: { id: string; schema: Approval['form_schema'] }) {
  const draft = useUnsentDraft(id);
  if (!draft) return null;
  return (
    <Answers
      title={texts.unsent}
      schema={schema}
      data={{ ...draft.values, ...(draft.comment !== '' && { [texts.comment]: draft.comment }) }}
    />
  );
}

interface AnswersProps {
  title?: string;
  schema: Approval['form_schema'];
  data: Readonly<Record<string, unknown>>;
}

function Answers({ title = texts.answers, schema, data }: AnswersProps) {
  const { properties = {} } = readSchema(schema);
  const entries = Object.entries(data).filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (entries.length === 0) return null;
  return (
    <section className={classes.answers} aria-label={title}>
      <h3>{title}</h3>
      <dl className={classes.facts}>
        {entries.map(([name, value]) => (
          <div key={name} className={classes.answer}>
            <dt>{fieldLabel(properties[name] ?? {}, name)}</dt>
            <dd>
              <Answer value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Answer({ value }: { value: unknown }) {
  if (isRecord(value) && typeof value.filename === 'string') {
    const address = typeof value.file_url === 'string' ? safeAddress(value.file_url) : undefined;
    if (address === undefined) return value.filename;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {value.filename}
      </a>
    );
  }
  if (typeof value === 'string') return <span className="pre-wrap">{value}</span>;
  return <span className="mono">{JSON.stringify(value)}</span>;
}
