import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../look/icons.tsx';
import * as words from '../../texts/forms.ts';
import classes from '../field.module.css';
import { type ControlProps, useForm } from '../form-context.ts';
import { isRecord, type JsonSchema } from '../json-schema.ts';
import { addRow, changeRow, fromRows, type MapRow, nameProblem, standFor, toRows } from '../map-rows.ts';

export function MapControl({ path, label, schema, value, onChange, texts, readOnly }: ControlProps) {
  const { Field } = useForm();
  const [kept, setKept] = useState(() => toRows(value));
  // The value also changes from outside, for example by undo.
  const rows = standFor(kept, value) ? kept : toRows(value);
  const change = (next: MapRow[]) => {
    setKept(next);
    onChange(fromRows(next));
  };
  return (
    <div className={classes.entries}>
      {rows.map(row => {
        const name = row.name || words.entry(row.id + 1);
        return (
          <div key={row.id} className={classes.pair}>
            <TextInput
              aria-label={words.name(label.toLowerCase(), row.id + 1)}
              placeholder={words.nameLabel}
              value={row.name}
              readOnly={readOnly}
              error={nameProblem(rows, row)}
              autoComplete="off"
              spellCheck={false}
              onChange={event => change(changeRow(rows, row.id, { name: event.currentTarget.value }))}
            />
            <Field
              name=""
              path={`${path}/${row.id}`}
              label={`${label}: ${name}`}
              isLabelHidden
              schema={valueSchema(schema, row.value)}
              texts={texts}
              value={row.value}
              onChange={next => change(changeRow(rows, row.id, { value: next ?? '' }))}
            />
            {readOnly ? (
              <span />
            ) : (
              <ActionIcon
                aria-label={words.removeFrom(name, label.toLowerCase())}
                onClick={() => change(rows.filter(({ id }) => id !== row.id))}
              >
                <Icon name="x" size={14} />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {!readOnly && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => change(addRow(rows))}
          >
            {words.add(label.toLowerCase())}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A text, unless the value is a list or an object, which only JSON can show. */
function valueSchema({ additionalProperties }: JsonSchema, value: unknown): JsonSchema {
  if (typeof value === 'object' && value !== null) return isRecord(additionalProperties) ? additionalProperties : {};
  return { type: 'string' };
}
