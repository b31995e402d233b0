import { Checkbox } from '@mantine/core';
import { sharing as texts } from '../texts/sharing.ts';
import { SCOPES, type WorkflowShare, withScope } from './workflow-shares.ts';

interface ShareScopesProps {
  share: WorkflowShare;
  name: string;
  onChange(share: WorkflowShare): void;
}

/** What somebody may do who may not change the workflow. Who may change it may do all of it. */
export function ShareScopes({ share, name, onChange }: ShareScopesProps) {
  if (share.share.write) return null;
  return (
    <span className="flex gap-10">
      {SCOPES.map(({ key, label }) => (
        <Checkbox
          key={key}
          size="xs"
          label={label}
          aria-label={texts.may(name, label)}
          checked={share.share.scopes[key] === true}
          onChange={event => onChange(withScope(share, key, event.currentTarget.checked))}
        />
      ))}
    </span>
  );
}
