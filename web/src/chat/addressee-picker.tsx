import { Select } from '@mantine/core';
import type { Assistant } from '../api/assistants.ts';
import type { Model } from '../api/chat.ts';
import { Icon } from '../look/icons.tsx';
import { chat as texts } from '../texts/chat.ts';
import { type Addressee, describeAssistant, describeModel } from './addressee.ts';
import classes from './addressee-picker.module.css';

interface AddresseePickerProps {
  addressee: Addressee;
  models: readonly Model[];
  assistants: readonly Assistant[];
  onChange(addressee: Addressee): void;
}

export function AddresseePicker({ addressee, models, assistants, onChange }: AddresseePickerProps) {
  const options = [
    ...models.map(model => ({
      addressee: { kind: 'model', id: model.id } as const,
      label: model.default ? texts.defaultModel(model.id) : model.id,
      about: describeModel(model),
    })),
    ...assistants.map(assistant => ({
      addressee: { kind: 'assistant', id: assistant.id, name: assistant.name } as const,
      label: assistant.name,
      about: describeAssistant(assistant),
    })),
  ];
  // The builder of a workflow is not among the assistants, but answers in its conversations.
  const isListed = options.some(option => toValue(option.addressee) === toValue(addressee));
  const other = isListed || addressee.kind === 'model' ? [] : [{ addressee, label: addressee.name, about: '' }];
  const all = new Map([...other, ...options].map(option => [toValue(option.addressee), option]));
  const group = (kind: Addressee['kind']) =>
    [...all].filter(([, option]) => option.addressee.kind === kind).map(([value, { label }]) => ({ value, label }));
  return (
    <Select
      className={classes.picker}
      aria-label={texts.talkTo}
      size="xs"
      leftSection={<Icon name={addressee.kind === 'model' ? 'sparkles' : 'bot'} />}
      data={[
        { group: texts.assistants, items: group('assistant') },
        { group: texts.models, items: group('model') },
      ].filter(({ items }) => items.length > 0)}
      value={toValue(addressee)}
      allowDeselect={false}
      searchable={all.size > 8}
      maxDropdownHeight={360}
      comboboxProps={{ width: 360, position: 'top-start' }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span>{option.label}</span>
          <span className="dim">{all.get(option.value)?.about}</span>
        </span>
      )}
      onChange={value => {
        const chosen = value === null ? undefined : all.get(value);
        if (chosen) onChange(chosen.addressee);
      }}
    />
  );
}

function toValue({ kind, id }: Addressee): string {
  return `${kind} ${id}`;
}
