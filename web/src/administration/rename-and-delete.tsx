/** The last sections of a group or an organization. */
import type { QueryKey } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import type { groups, organizations } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
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
  return (
    <>
      <PanelSection title={words.rename}>
        <NameForm name={name} changes={changes} onSave={onRename} />
      </PanelSection>
      <PanelSection title={words.deleteAction}>
        <p className={classes.text}>{texts.deleteText}</p>
        <p className={classes.text}>
          <ConfirmButton
            label={deleteWords}
            title={words.deleteQuestion(name)}
            action={words.deleteAction}
            danger
            changes={changes}
            onConfirm={async () => {
              await onDelete();
              onClose();
            }}
            done={words.wasDeleted(name)}
          >
            {texts.deleteText}
          </ConfirmButton>
        </p>
        <Link to="/administration/audit" search={{ subject: id }} className={classes.text}>
          {texts.inAuditLog}
        </Link>
      </PanelSection>
    </>
  );
}
