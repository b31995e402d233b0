import { Button, Switch } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteOrganization,
  type ListedOrganization,
  ORGANIZATION_CHANGES,
  removeOrganizationMember,
  setOrganizationMember,
  updateOrganization,
} from '../api/administration.ts';
import { useManyPeopleNames } from '../api/people.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { IconButton } from '../look/icon-button.tsx';
import { Problem } from '../look/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { organizations as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { LimitFields } from './limit-fields.tsx';
import { MemberPicker } from './member-picker.tsx';
import { NameForm } from './name-form.tsx';
import { PanelHead, PanelSection } from './split.tsx';

export function OrganizationPanel({ listed, onClose }: { listed: ListedOrganization; onClose(): void }) {
  const { organization, storage_used, workflows, panels } = listed;
  const { id, name, credits, storage_quota } = organization;
  const [isAsking, setAsking] = useState(false);

  return (
    <>
      <PanelHead title={name} close={texts.close} onClose={onClose} />
      <PanelSection title={texts.members}>
        <Members organization={organization} />
      </PanelSection>
      <PanelSection title={texts.limits}>
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
      <PanelSection title={texts.rename}>
        <NameForm name={name} changes={ORGANIZATION_CHANGES} onSave={next => updateOrganization({ id, name: next })} />
      </PanelSection>
      <PanelSection title={texts.remove}>
        <p className={classes.text}>{texts.deleteText}</p>
        <p className={classes.text}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.deleteOrganization}
          </Button>
        </p>
        <Link to="/administration/audit" search={{ subject: id }} className={classes.text}>
          {texts.inAuditLog}
        </Link>
      </PanelSection>
      <ConfirmDialog
        opened={isAsking}
        title={texts.deleteQuestion(name)}
        action={texts.remove}
        danger
        changes={ORGANIZATION_CHANGES}
        onConfirm={async () => {
          await deleteOrganization(id);
          onClose();
        }}
        done={texts.deleted(name)}
        onClose={() => setAsking(false)}
      >
        {texts.deleteText}
      </ConfirmDialog>
    </>
  );
}

function Members({ organization: { id, members } }: { organization: ListedOrganization['organization'] }) {
  const ids = members.map(({ user_id }) => user_id);
  const nameOf = useManyPeopleNames(ids);
  const { isBusy, problem, perform } = useAction({ changes: ORGANIZATION_CHANGES });
  return (
    <>
      {ids.length === 0 && <p className={classes.text}>{texts.noMembers}</p>}
      <ul className={classes.list}>
        {members.map(({ user_id, write }) => {
          const person = nameOf(user_id) ?? texts.unknown;
          return (
            <li key={user_id} className={classes.item}>
              <Link to="/administration/users" search={{ user: user_id }} className={classes.grow}>
                {person}
              </Link>
              <Switch
                size="xs"
                label={texts.mayWrite}
                aria-label={texts.write(person)}
                checked={write}
                disabled={isBusy}
                onChange={event => {
                  const isOn = event.currentTarget.checked;
                  void perform(() => setOrganizationMember(id, user_id, isOn));
                }}
              />
              <IconButton
                icon="x"
                label={texts.removeMember(person)}
                disabled={isBusy}
                onClick={() => perform(() => removeOrganizationMember(id, user_id))}
              />
            </li>
          );
        })}
      </ul>
      <MemberPicker
        members={ids}
        disabled={isBusy}
        onAdd={userId => void perform(() => setOrganizationMember(id, userId, true))}
      />
      <Problem>{problem}</Problem>
    </>
  );
}
