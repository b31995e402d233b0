/** The last sections of a group or an organization. */
import { Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import type { groups, organizations } from '../texts/administration.ts';
import classes from './administration.module.css';
import { NameForm } from './name-form.tsx';
import { PanelSection } from './split.tsx';

interface RenameAndDeleteProps {
  id: string;
  name: string;
  texts: typeof groups | typeof organizations;
  /** The words on the button that asks. */
  deleteWords: string;
  changes: readonly QueryKey[];
  onRename(name: string): Promise<unknown>;
  onDelete(): Promise<unknown>;
  onClose(): void;
}

export function RenameAndDelete(props: RenameAndDeleteProps) {
  const { id, name, texts, deleteWords, changes, onRename, onDelete, onClose } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PanelSection title={texts.rename}>
        <NameForm name={name} changes={changes} onSave={onRename} />
      </PanelSection>
      <PanelSection title={texts.remove}>
        <p className={classes.text}>{texts.deleteText}</p>
        <p className={classes.text}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {deleteWords}
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
        changes={changes}
        onConfirm={async () => {
          await onDelete();
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
