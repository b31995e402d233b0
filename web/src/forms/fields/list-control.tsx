import { Checkbox, Group } from '@mantine/core';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import * as words from '../../texts/forms.ts';
import classes from '../field.module.css';
import { fieldKind } from '../field-kind.ts';
import { type ControlProps, useForm } from '../form-context.ts';
import type { JsonSchema } from '../json-schema.ts';
import { ENTRIES, moveEntry } from '../list-rows.ts';
import { toTemplateText } from '../literal.ts';
import { changeRow, nextId, removeRow } from '../rows.ts';
import { useRows } from '../use-rows.ts';
import { AddButton } from './add-button.tsx';

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
function ChoicesControl({ schema, value, onUpdate, items, readOnly }: ControlProps & { items: JsonSchema }) {
  const chosenIn = (value: unknown): readonly unknown[] =>
    Array.isArray(value) ? value : Array.isArray(schema.default) ? schema.default : [];
  const chosen = chosenIn(value);
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
            onUpdate(before =>
              (items.enum ?? []).filter(each => (each === choice ? isOn : chosenIn(before).includes(each))),
            );
          }}
        />
      ))}
    </Group>
  );
}

function EntriesControl({ items, ...props }: ControlProps & { items: JsonSchema }) {
  const { path, label, texts, readOnly } = props;
  const { Field } = useForm();
  const [entries, change] = useRows(props, ENTRIES);
  const isObject = fieldKind(items) === 'object';
  const empty = isObject ? {} : '';
  const tools = (id: number, index: number) =>
    !readOnly && (
      <EntryTools
        name={`${label} ${index + 1}`}
        index={index}
        count={entries.length}
        onRemove={() => change(before => removeRow(before, id))}
        onMove={by => change(before => moveEntry(before, id, by))}
      />
    );
  return (
    <div className="column gap-8 min-w-0">
      {entries.map(({ id, value }, index) => (
        <div key={id} className={isObject ? undefined : classes.entry}>
          {isObject && (
            <div className="row dim justify-between text-12">
              <span>{index + 1}</span>
              {tools(id, index)}
            </div>
          )}
          <Field
            name=""
            path={`${path}/${index}`}
            label={`${label} ${index + 1}`}
            isLabelHidden
            schema={items}
            texts={texts}
            value={value}
            onUpdate={update =>
              change(before => changeRow(before, id, each => ({ value: update(each.value) ?? empty })))
            }
          />
          {!isObject && <div className={classes.entryTools}>{tools(id, index)}</div>}
        </div>
      ))}
      {!readOnly && (
        <AddButton
          label={words.add(label.toLowerCase())}
          onClick={() => change(before => [...before, { id: nextId(before), value: empty }])}
        />
      )}
    </div>
  );
}

interface EntryToolsProps {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  onRemove(): void;
  onMove(by: 1 | -1): void;
}

function EntryTools({ name, index, count, onRemove, onMove }: EntryToolsProps) {
  return (
    <Group gap={0} wrap="nowrap">
      {count > 1 && (
        <>
          <IconButton
            icon="arrow-up"
            label={words.moveUp(name)}
            size="sm"
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="arrow-down"
            label={words.moveDown(name)}
            size="sm"
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          />
        </>
      )}
      <IconButton icon="x" label={words.remove(name)} size="sm" onClick={onRemove} />
    </Group>
  );
}
