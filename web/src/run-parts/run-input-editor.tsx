import { SegmentedControl, Textarea } from '@mantine/core';
import type { JsonSchema } from '../forms/json-schema.ts';
import { SchemaForm, type Update } from '../forms/schema-form.tsx';
import * as texts from '../texts/run-parts.ts';
import { readTypedInput } from './input.ts';
import { changeMode, type InputDraft, type InputMode } from './run-input.ts';
import classes from './run-input-editor.module.css';

interface RunInputEditorProps {
  /** Undefined when the trigger describes no fields: then the input is JSON. */
  schema: Record<string, unknown> | undefined;
  draft: InputDraft;
  onUpdate(update: Update<InputDraft>): void;
}

const MODES: { value: InputMode; label: string }[] = [
  { value: 'form', label: texts.form },
  { value: 'json', label: 'JSON' },
];

export function RunInputEditor({ schema, draft, onUpdate }: RunInputEditorProps) {
  const read = draft.mode === 'json' ? readTypedInput(draft.text) : undefined;
  const problem = read && 'problem' in read ? read.problem : undefined;
  return (
    <div className={classes.editor}>
      {schema && (
        <SegmentedControl
          size="xs"
          aria-label={texts.inputAs}
          data={MODES}
          value={draft.mode}
          onChange={mode => onUpdate(before => changeMode(before, mode))}
        />
      )}
      {draft.mode === 'form' && schema ? (
        <SchemaForm
          schema={schema as JsonSchema}
          value={draft.value}
          onUpdate={update => onUpdate(before => ({ ...before, value: update(before.value) }))}
        />
      ) : (
        <Textarea
          label={texts.input}
          description={texts.jsonObjectFileFile}
          classNames={{ input: 'font-mono text-13' }}
          autosize
          minRows={5}
          maxRows={18}
          spellCheck={false}
          value={draft.text}
          error={problem}
          onChange={event => {
            const text = event.currentTarget.value;
            onUpdate(before => ({ ...before, text }));
          }}
        />
      )}
    </div>
  );
}
