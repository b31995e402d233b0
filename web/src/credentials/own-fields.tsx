/** Secret fields with names that the user chooses. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { Update } from '../forms/form-context.ts';
import { changeRow, removeRow } from '../forms/rows.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as words from '../texts/common.ts';
import { newCredential as texts } from '../texts/credentials.ts';
import { addOwnField, type OwnField } from './form.ts';
import classes from './own-fields.module.css';

interface OwnFieldsProps {
  own: readonly OwnField[];
  onUpdate(update: Update<readonly OwnField[]>): void;
}

export function OwnFields({ own, onUpdate }: OwnFieldsProps) {
  const change = (id: number, changes: Partial<OwnField>) => onUpdate(before => changeRow(before, id, () => changes));
  return (
    <div className="column items-start gap-12">
      {own.map(field => (
        <div key={field.id} className={classes.field}>
          <TextInput
            label={texts.ownName}
            placeholder={texts.ownNameHint}
            value={field.name}
            error={nameProblem(field, own)}
            autoComplete="off"
            spellCheck={false}
            onChange={event => change(field.id, { name: event.currentTarget.value })}
          />
          <PasswordInput
            label={words.value}
            aria-label={words.valueNamed(field.name)}
            value={field.value}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': texts.showValue(field.name) }}
            onChange={event => change(field.id, { value: event.currentTarget.value })}
          />
          <IconButton
            icon="x"
            label={texts.removeField(field.name)}
            className={classes.remove}
            onClick={() => onUpdate(before => removeRow(before, field.id))}
          />
        </div>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" />}
        onClick={() => onUpdate(addOwnField)}
      >
        {words.addAField}
      </Button>
    </div>
  );
}

function nameProblem({ id, name }: OwnField, own: readonly OwnField[]): string | undefined {
  if (name.trim() === '') return undefined;
  if (own.some(other => other.id !== id && other.name.trim() === name.trim())) return texts.ownTwice;
  return /^[a-z]\w*$/i.test(name.trim()) ? undefined : texts.ownBad;
}
