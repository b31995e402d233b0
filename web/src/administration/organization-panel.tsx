import { OrganizationMembers } from '../administration-parts/organization-members.tsx';
import {
  deleteOrganization,
  type ListedOrganization,
  ORGANIZATION_CHANGES,
  updateOrganization,
} from '../api/administration.ts';
import { organizations as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import classes from './administration.module.css';
import { LimitFields } from './limit-fields.tsx';
import { RenameAndDelete } from './rename-and-delete.tsx';
import { PanelHead, PanelSection } from './split.tsx';

export function OrganizationPanel({ listed, onClose }: { listed: ListedOrganization; onClose(): void }) {
  const { organization, storage_used, workflows, panels } = listed;
  const { id, name, members, credits, storage_quota } = organization;
  return (
    <>
      <PanelHead title={name} close={words.close} onClose={onClose} />
      <PanelSection title={words.members}>
        <OrganizationMembers id={id} members={members} most="owner" changes={ORGANIZATION_CHANGES} />
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
