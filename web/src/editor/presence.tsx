import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { live, useLive } from '../api/transport/live.ts';
import { tabId } from '../api/transport/tab-id.ts';
import * as texts from '../texts/editor.ts';
import classes from './presence.module.css';
import { describeOthers, listOthers, type PresentTab } from './present-people.ts';

const SHOWN = 3;

/** Shows who else has the workflow open, and tells others that this tab has. */
export function Presence({ workflowId }: { workflowId: string }) {
  const { user } = useSession();
  const [tabs, setTabs] = useState<readonly PresentTab[]>([]);
  useEffect(() => {
    live.show(workflowId);
    return () => live.show(null);
  }, [workflowId]);
  useLive(event => {
    if (event.type === 'presence' && event.workflow_id === workflowId) setTabs(event.people);
  });
  const people = listOthers(tabs, { userId: user.id, tabId });
  const sentence = describeOthers(people);
  return (
    <div className="row tiny dim flex-none gap-4 nowrap">
      {people.slice(0, SHOWN).map(({ userId, name, initials, isSelf }) => (
        <Tooltip key={userId} label={isSelf ? texts.youAnotherTab : texts.here(name)}>
          <span className={classes.person} aria-hidden="true">
            {initials}
          </span>
        </Tooltip>
      ))}
      {people.length > SHOWN && <span aria-hidden="true">+{people.length - SHOWN}</span>}
      <span className={classes.sentence} role="status">
        {sentence}
      </span>
    </div>
  );
}
