/** Secret fields with names that the user chooses. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconButton } from '../look/icon-button.tsx';
import { Icon } from '../look/icons.tsx';
import { newCredential as texts } from '../texts/credentials.ts';
import { addOwnField, type OwnField } from './form.ts';
import classes from './own-fields.module.css';

interface OwnFieldsProps {
  own: readonly OwnField[];
  onChange(own: readonly OwnField[]): void;
}

export function OwnFields({ own, onChange }: OwnFieldsProps) {
  const replace = (changed: OwnField) => onChange(own.map(each => (each.id === changed.id ? changed : each)));
  return (
    <div className={classes.fields}>
      {own.map(field => (
        <div key={field.id} className={classes.field}>
          <TextInput
            label={texts.ownName}
            placeholder={texts.ownNameHint}
            value={field.name}
            error={nameProblem(field, own)}
            autoComplete="off"
            spellCheck={false}
            onChange={event => replace({ ...field, name: event.currentTarget.value })}
          />
          <PasswordInput
            label={texts.ownValue}
            aria-label={texts.ownValueOf(field.name)}
            value={field.value}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': texts.showValue(field.name) }}
            onChange={event => replace({ ...field, value: event.currentTarget.value })}
          />
          <IconButton
            icon="x"
            label={texts.removeField(field.name)}
            className={classes.remove}
            onClick={() => onChange(own.filter(each => each !== field))}
          />
        </div>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" />}
        onClick={() => onChange(addOwnField(own))}
      >
        {texts.addField}
      </Button>
    </div>
  );
}

function nameProblem({ id, name }: OwnField, own: readonly OwnField[]): string | undefined {
  if (name.trim() === '') return undefined;
  if (own.some(other => other.id !== id && other.name.trim() === name.trim())) return texts.ownTwice;
  return /^[a-z]\w*$/i.test(name.trim()) ? undefined : texts.ownBad;
}
