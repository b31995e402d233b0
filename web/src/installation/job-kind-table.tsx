import { Link } from '@tanstack/react-router';
import type { JobKindCounts } from '../api/installation.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import * as words from '../texts/common.ts';
import { jobs as texts } from '../texts/installation.ts';
import classes from './installation.module.css';
import { Section } from './section.tsx';

/** Kinds with failed jobs lead to these jobs. */
export function JobKindTable({ kinds, chosen }: { kinds: readonly JobKindCounts[]; chosen: string | undefined }) {
  return (
    <Section
      title={texts.kinds}
      text={texts.kindsText}
      actions={
        chosen !== undefined && (
          <Link to="/administration/jobs" search={{}}>
            {words.allKinds}
          </Link>
        )
      }
    >
      <div className={classes.scroller}>
        <table className={classes.table} aria-label={texts.kinds}>
          <thead>
            <tr>
              <ColumnHead>{words.kind}</ColumnHead>
              <ColumnHead className={classes.number}>{words.waiting}</ColumnHead>
              <ColumnHead className={classes.number}>{texts.active}</ColumnHead>
              <ColumnHead className={classes.number}>{words.failed}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {kinds.map(counts => (
              <Row key={counts.kind} counts={counts} isChosen={counts.kind === chosen} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Row({
  counts: { kind, waiting, retrying, active, dead },
  isChosen,
}: {
  counts: JobKindCounts;
  isChosen: boolean;
}) {
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={classes.code}>
        <Link to="/administration/jobs" search={{ kind }} aria-label={texts.showKind(kind)}>
          {kind}
        </Link>
      </td>
      <td className={classes.number}>
        {texts.number(waiting)}
        {retrying > 0 && <div className="tiny dim">{texts.retrying(retrying)}</div>}
      </td>
      <td className={classes.number}>{texts.number(active)}</td>
      <td className={classes.number}>
        <span data-tone={dead > 0 ? 'failed' : undefined}>{texts.number(dead)}</span>
      </td>
    </tr>
  );
}
