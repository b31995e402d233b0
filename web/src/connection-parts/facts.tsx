import type { ReactNode } from 'react';
import { useSession } from '../api/session.ts';
import classes from './facts.module.css';

/** What is known of a connection, above the fold. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface RightsNoteProps {
  permissions: { use: boolean; write: boolean };
  readOnly: string;
  adminOnly: string;
}

/** Says why somebody may not change what they see, or only see it because they administer the installation. */
export function RightsNote({ permissions: { use, write }, readOnly, adminOnly }: RightsNoteProps) {
  const { user } = useSession();
  if (use ? write : !user.admin) return null;
  return <p className={classes.note}>{use ? readOnly : adminOnly}</p>;
}
