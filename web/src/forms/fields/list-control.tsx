import { ActionIcon, Button, Checkbox, Group } from '@mantine/core';
import { Icon } from '../../look/icons.tsx';
import * as words from '../../texts/forms.ts';
import classes from '../field.module.css';
import { fieldKind } from '../field-kind.ts';
import { type ControlProps, useForm } from '../form-context.ts';
import { moveEntry, useItemKeys } from '../item-keys.ts';
import type { JsonSchema } from '../json-schema.ts';
import { toTemplateText } from '../literal.ts';

export function ListControl(props: ControlProps) {
  const { schema } = props;
  const items = schema.items ?? {};
  return items.enum && schema.uniqueItems ? (
    <ChoicesControl {...props} items={items} />
  ) : (
    <EntriesControl {...props} items={items} />
  );
}

/** A list in which every choice occurs at most once. */
function ChoicesControl({ schema, value, onChange, items, readOnly }: ControlProps & { items: JsonSchema }) {
  const chosen = Array.isArray(value) ? value : Array.isArray(schema.default) ? schema.default : [];
  return (
    <Group gap="md" mt={4}>
      {(items.enum ?? []).map(choice => (
        <Checkbox
          key={toTemplateText(choice)}
          label={toTemplateText(choice)}
          checked={chosen.includes(choice)}
          disabled={readOnly}
          onChange={event => {
            const isOn = event.currentTarget.checked;
            // The order is that of the schema, whatever was clicked first.
            onChange((items.enum ?? []).filter(each => (each === choice ? isOn : chosen.includes(each))));
          }}
        />
      ))}
    </Group>
  );
}

function EntriesControl({
  path,
  label,
  value,
  onChange,
  texts,
  items,
  readOnly,
}: ControlProps & { items: JsonSchema }) {
  const { Field } = useForm();
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const { keys, remove, move } = useItemKeys(entries.length);
  const isObject = fieldKind(items) === 'object';
  const tools = (index: number) =>
    !readOnly && (
      <EntryTools
        name={`${label} ${index + 1}`}
        index={index}
        count={entries.length}
        onRemove={() => {
          remove(index);
          onChange(entries.length === 1 ? undefined : entries.toSpliced(index, 1));
        }}
        onMove={to => {
          move(index, to);
          onChange(moveEntry(entries, index, to));
        }}
      />
    );
  return (
    <div className={classes.entries}>
      {entries.map((entry, index) => (
        <div key={keys[index]} className={isObject ? undefined : classes.entry}>
          {isObject && (
            <div className={classes.entryHead}>
              <span>{index + 1}</span>
              {tools(index)}
            </div>
          )}
          <Field
            name=""
            path={`${path}/${index}`}
            label={`${label} ${index + 1}`}
            isLabelHidden
            schema={items}
            texts={texts}
            value={entry}
            onChange={next => onChange(entries.with(index, next ?? (isObject ? {} : '')))}
          />
          {!isObject && <div className={classes.entryTools}>{tools(index)}</div>}
        </div>
      ))}
      {!readOnly && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...entries, isObject ? {} : ''])}
          >
            {words.add(label.toLowerCase())}
          </Button>
        </div>
      )}
    </div>
  );
}

interface EntryToolsProps {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  onRemove(): void;
  onMove(to: number): void;
}

function EntryTools({ name, index, count, onRemove, onMove }: EntryToolsProps) {
  return (
    <Group gap={0} wrap="nowrap">
      {count > 1 && (
        <>
          <ActionIcon
            size="sm"
            aria-label={words.moveUp(name)}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <Icon name="arrow-up" size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={words.moveDown(name)}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <Icon name="arrow-down" size={14} />
          </ActionIcon>
        </>
      )}
      <ActionIcon size="sm" aria-label={words.remove(name)} onClick={onRemove}>
        <Icon name="x" size={14} />
      </ActionIcon>
    </Group>
  );
}
