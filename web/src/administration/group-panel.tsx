import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteGroup,
  GROUP_CHANGES,
  type Group,
  removeGroupMember,
  renameGroup,
  setGroupMember,
} from '../api/administration.ts';
import { useManyPeopleNames } from '../api/people.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { IconButton } from '../look/icon-button.tsx';
import { Problem } from '../look/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { groups as texts } from '../texts/administration.ts';
import classes from './administration.module.css';
import { MemberPicker } from './member-picker.tsx';
import { NameForm } from './name-form.tsx';
import { PanelHead, PanelSection } from './split.tsx';

export function GroupPanel({ group, onClose }: { group: Group; onClose(): void }) {
  const { id, name, members } = group;
  const ids = members.map(({ user_id }) => user_id);
  const nameOf = useManyPeopleNames(ids);
  const { isBusy, problem, perform } = useAction({ changes: GROUP_CHANGES });
  const [isAsking, setAsking] = useState(false);

  return (
    <>
      <PanelHead title={name} close={texts.close} onClose={onClose} />
      <PanelSection title={texts.members}>
        {ids.length === 0 && <p className={classes.text}>{texts.noMembers}</p>}
        <ul className={classes.list}>
          {ids.map(userId => {
            const person = nameOf(userId) ?? texts.unknown;
            return (
              <li key={userId} className={classes.item}>
                <Link to="/administration/users" search={{ user: userId }} className={classes.grow}>
                  {person}
                </Link>
                <IconButton
                  icon="x"
                  label={texts.removeMember(person)}
                  disabled={isBusy}
                  onClick={() => perform(() => removeGroupMember(id, userId))}
                />
              </li>
            );
          })}
        </ul>
        <MemberPicker
          members={ids}
          disabled={isBusy}
          onAdd={userId => void perform(() => setGroupMember(id, userId))}
        />
        <Problem>{problem}</Problem>
      </PanelSection>
      <PanelSection title={texts.rename}>
        <NameForm name={name} changes={GROUP_CHANGES} onSave={next => renameGroup(id, next)} />
      </PanelSection>
      <PanelSection title={texts.remove}>
        <p className={classes.text}>{texts.deleteText}</p>
        <p className={classes.text}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.deleteGroup}
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
        changes={GROUP_CHANGES}
        onConfirm={async () => {
          await deleteGroup(id);
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
