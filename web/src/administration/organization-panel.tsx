import { Switch } from '@mantine/core';
import {
  deleteOrganization,
  type ListedOrganization,
  ORGANIZATION_CHANGES,
  removeOrganizationMember,
  setOrganizationMember,
  updateOrganization,
} from '../api/administration.ts';
import { organizations as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { LimitFields } from './limit-fields.tsx';
import { Members } from './members.tsx';
import { RenameAndDelete } from './rename-and-delete.tsx';
import { PanelHead, PanelSection } from './split.tsx';

export function OrganizationPanel({ listed, onClose }: { listed: ListedOrganization; onClose(): void }) {
  const { organization, storage_used, workflows, panels } = listed;
  const { id, name, members, credits, storage_quota } = organization;
  return (
    <>
      <PanelHead title={name} close={words.close} onClose={onClose} />
      <PanelSection title={words.members}>
        <Members
          texts={texts}
          members={members}
          changes={ORGANIZATION_CHANGES}
          onAdd={userId => setOrganizationMember(id, userId, true)}
          onRemove={userId => removeOrganizationMember(id, userId)}
          extra={({ user_id, write }, person, isBusy, perform) => (
            <Switch
              size="xs"
              label={texts.mayWrite}
              aria-label={texts.write(person)}
              checked={write}
              disabled={isBusy}
              onChange={event => {
                const isOn = event.currentTarget.checked;
                perform(() => setOrganizationMember(id, user_id, isOn));
              }}
            />
          )}
        />
      </PanelSection>
      <PanelSection title={words.creditsAndStorage}>
        <p className={classes.text}>{texts.owns(workflows, panels)}</p>
        <LimitFields
          name={name}
          credits={credits}
          quota={storage_quota}
          used={storage_used}
          changed={ORGANIZATION_CHANGES}
          onSave={limits => updateOrganization({ id, ...limits })}
        />
      </PanelSection>
      <RenameAndDelete
        id={id}
        name={name}
        texts={texts}
        deleteWords={texts.deleteOrganization}
        changes={ORGANIZATION_CHANGES}
        onRename={next => updateOrganization({ id, name: next })}
        onDelete={() => deleteOrganization(id)}
        onClose={onClose}
      />
    </>
  );
}
