import { ActionIcon, Button, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteOrganization,
  type ListedOrganization,
  ORGANIZATIONS,
  removeOrganizationMember,
  setOrganizationMember,
  USERS,
  updateOrganization,
} from '../api/administration.ts';
import { useManyPeopleNames } from '../api/people.ts';
import { useAction } from '../api/use-action.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
import { organizations as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { LimitFields } from './limit-fields.tsx';
import { MemberPicker } from './member-picker.tsx';
import { NameForm } from './name-form.tsx';
import { PanelHead, PanelSection, Problem } from './split.tsx';

export function OrganizationPanel({ listed, onClose }: { listed: ListedOrganization; onClose(): void }) {
  const { organization, storage_used, workflows, panels } = listed;
  const { id, name, credits, storage_quota } = organization;
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);

  async function change(action: () => Promise<unknown>) {
    await action();
    await Promise.all([ORGANIZATIONS, USERS].map(queryKey => queryClient.invalidateQueries({ queryKey })));
  }

  return (
    <>
      <PanelHead title={name} close={texts.close} onClose={onClose} />
      <PanelSection title={texts.members}>
        <Members organization={organization} onChange={change} />
      </PanelSection>
      <PanelSection title={texts.limits}>
        <p className={classes.text}>{texts.owns(workflows, panels)}</p>
        <LimitFields
          name={name}
          credits={credits}
          quota={storage_quota}
          used={storage_used}
          onSave={limits => change(() => updateOrganization({ id, ...limits }))}
        />
      </PanelSection>
      <PanelSection title={texts.rename}>
        <NameForm name={name} onSave={next => change(() => updateOrganization({ id, name: next }))} />
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
        onConfirm={async () => {
          await deleteOrganization(id);
          showNotice({ message: texts.deleted(name) });
          onClose();
          await change(async () => {});
        }}
        onClose={() => setAsking(false)}
      >
        {texts.deleteText}
      </ConfirmDialog>
    </>
  );
}

interface MembersProps {
  organization: ListedOrganization['organization'];
  onChange(action: () => Promise<unknown>): Promise<void>;
}

function Members({ organization: { id, members }, onChange }: MembersProps) {
  const ids = members.map(({ user_id }) => user_id);
  const nameOf = useManyPeopleNames(ids);
  const { isBusy, problem, perform } = useAction();
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
                  void perform(() => onChange(() => setOrganizationMember(id, user_id, isOn)));
                }}
              />
              <ActionIcon
                aria-label={texts.removeMember(person)}
                disabled={isBusy}
                onClick={() => perform(() => onChange(() => removeOrganizationMember(id, user_id)))}
              >
                <Icon name="x" />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <MemberPicker
        members={ids}
        disabled={isBusy}
        onAdd={userId => void perform(() => onChange(() => setOrganizationMember(id, userId, true)))}
      />
      <Problem>{problem}</Problem>
    </>
  );
}
