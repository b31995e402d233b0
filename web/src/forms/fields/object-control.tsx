import classes from '../field.module.css';
import { type ControlProps, useForm } from '../form-context.ts';
import { isRecord } from '../json-schema.ts';

export function ObjectControl({ path, schema, value, onUpdate, texts }: ControlProps) {
  const { Fields } = useForm();
  const record = isRecord(value) ? value : {};
  return (
    <div className={classes.nested}>
      <Fields
        path={path}
        schema={schema}
        value={record}
        texts={texts}
        issues={[]}
        onUpdate={update =>
          onUpdate(before => {
            const next = update(isRecord(before) ? before : {});
            return Object.keys(next).length === 0 ? undefined : next;
          })
        }
      />
    </div>
  );
}
