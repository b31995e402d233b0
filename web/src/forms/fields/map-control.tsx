import { TextInput } from '@mantine/core';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import * as words from '../../texts/forms.ts';
import classes from '../field.module.css';
import { type ControlProps, useForm } from '../form-context.ts';
import { isRecord, type JsonSchema } from '../json-schema.ts';
import { addRow, MAP_ROWS, nameProblem } from '../map-rows.ts';
import { changeRow, removeRow } from '../rows.ts';
import { useRows } from '../use-rows.ts';
import { AddButton } from './add-button.tsx';

export function MapControl(props: ControlProps) {
  const { path, label, schema, texts, readOnly } = props;
  const { Field } = useForm();
  const [rows, change] = useRows(props, MAP_ROWS);
  return (
    <div className="column gap-8 min-w-0">
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
              onChange={event => {
                const typed = event.currentTarget.value;
                change(before => changeRow(before, row.id, () => ({ name: typed })));
              }}
            />
            <Field
              name=""
              path={`${path}/${row.id}`}
              label={`${label}: ${name}`}
              isLabelHidden
              schema={valueSchema(schema, row.value)}
              texts={texts}
              value={row.value}
              onUpdate={update =>
                change(before => changeRow(before, row.id, each => ({ value: update(each.value) ?? '' })))
              }
            />
            {readOnly ? (
              <span />
            ) : (
              <IconButton
                icon="x"
                label={words.removeFrom(name, label.toLowerCase())}
                onClick={() => change(before => removeRow(before, row.id))}
              />
            )}
          </div>
        );
      })}
      {!readOnly && (
        <AddButton label={words.add(label.toLowerCase())} onClick={() => change(before => addRow(before))} />
      )}
    </div>
  );
}

/** A text, unless the value is a list or an object, which only JSON can show. */
function valueSchema({ additionalProperties }: JsonSchema, value: unknown): JsonSchema {
  if (typeof value === 'object' && value !== null) return isRecord(additionalProperties) ? additionalProperties : {};
  return { type: 'string' };
}
