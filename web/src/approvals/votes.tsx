/** How many have decided an approval of several people, and how. */
import { type Approval, type ApprovalContext, isOfSeveral } from '../api/approvals.ts';
import { useSession } from '../api/session.ts';
import { Time } from '../look/time.tsx';
import { approvals as texts } from '../texts/approvals.ts';
import { ApprovalMark } from './approval-mark.tsx';
import classes from './votes.module.css';

interface VotesProps {
  approval: Approval;
  context: ApprovalContext;
}

export function Votes({ approval, context }: VotesProps) {
  const { user } = useSession();
  if (!isOfSeveral(context)) return null;
  const { required, reject_after, decisions } = context;
  const approved = decisions.filter(({ decision }) => decision === 'approved').length;
  return (
    <section className={classes.votes} aria-label={texts.votes}>
      <p>
        <strong>{texts.haveApproved(approved, required)}</strong>{' '}
        {approval.allow_reject && reject_after > 1 && (
          <span className="dim">{texts.haveRejected(decisions.length - approved, reject_after)}</span>
        )}
      </p>
      <ul>
        {decisions.map(({ decision, decided_by, decided_at, comment }) => (
          <li key={decided_by.id}>
            <ApprovalMark status={decision} />
            <span title={decided_by.email}>
              {texts.by(texts.states[decision], decided_by.id === user.id ? texts.you : decided_by.name)}
            </span>
            <span className="dim">
              <Time at={decided_at} />
            </span>
            {comment !== '' && <blockquote>{comment}</blockquote>}
          </li>
        ))}
      </ul>
    </section>
  );
}
