/** The data of a record as a form, or as JSON. */
import { Button, NativeSelect, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Update } from '../forms/form-context.ts';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as words from '../texts/common.ts';
import { recordDraft, recordPanel as texts } from '../texts/records.ts';
import type { ValueKind } from './columns.ts';
import classes from './draft-fields.module.css';
import { addField, changeKind, changeMode, type Draft, type DraftProblems, type FieldDraft } from './record-draft.ts';

interface DraftFieldsProps {
  draft: Draft;
  problems: DraftProblems | undefined;
  onUpdate(update: Update<Draft>): void;
}

const KINDS: ValueKind[] = ['text', 'number', 'boolean', 'null', 'json'];
const kindOptions = KINDS.map(value => ({ value, label: recordDraft.kinds[value] }));
/** Longer texts get a field of several lines. */
const LINE_CHARACTERS = 60;

export function DraftFields({ draft, problems, onUpdate }: DraftFieldsProps) {
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={texts.mode}
        data={[
          { value: 'form', label: words.form },
          { value: 'json', label: words.json },
        ]}
        value={draft.mode}
        onChange={mode => onUpdate(before => changeMode(before, mode === 'json' ? 'json' : 'form'))}
      />
      {draft.mode === 'json' ? (
        <Textarea
          label={words.dataAsJson}
          classNames={{ input: 'font-mono text-12' }}
          autosize
          minRows={8}
          maxRows={28}
          spellCheck={false}
          value={draft.text}
          error={problems?.json}
          onChange={event => {
            const text = event.currentTarget.value;
            onUpdate(() => ({ mode: 'json', text }));
          }}
        />
      ) : (
        <Fields
          fields={draft.fields}
          problems={problems}
          onUpdate={update =>
            onUpdate(before => (before.mode === 'form' ? { mode: 'form', fields: update(before.fields) } : before))
          }
        />
      )}
    </>
  );
}

interface FieldsProps {
  fields: readonly FieldDraft[];
  problems: DraftProblems | undefined;
  onUpdate(update: Update<readonly FieldDraft[]>): void;
}

function Fields({ fields, problems, onUpdate }: FieldsProps) {
  const change = (id: number, update: (field: FieldDraft) => FieldDraft) =>
    onUpdate(before => before.map(field => (field.id === id ? update(field) : field)));
  return (
    <div className="column gap-10">
      {fields.length === 0 && <p className="text-13 dim">{texts.noFields}</p>}
      {fields.map(field => (
        <div key={field.id} className={classes.field}>
          <div className="grow">
            <Value
              field={field}
              problem={problems?.fields.get(field.id)}
              onChange={text => change(field.id, before => ({ ...before, text }))}
            />
          </div>
          <NativeSelect
            size="xs"
            className={classes.kind}
            aria-label={words.typeOf(field.name)}
            value={field.kind}
            data={kindOptions}
            onChange={event => {
              const kind = event.currentTarget.value as ValueKind;
              change(field.id, before => changeKind(before, kind));
            }}
          />
          <IconButton
            icon="trash-2"
            label={words.removeNamed(field.name)}
            onClick={() => onUpdate(before => before.filter(({ id }) => id !== field.id))}
          />
        </div>
      ))}
      <NewField
        names={fields.map(({ name }) => name)}
        onAdd={(name, kind) => onUpdate(before => addField(before, name, kind))}
      />
    </div>
  );
}

interface ValueProps {
  field: FieldDraft;
  problem: string | undefined;
  onChange(text: string): void;
}

function Value({ field, problem, onChange }: ValueProps) {
  const { name, kind, text } = field;
  switch (kind) {
    case 'boolean':
      return (
        <Switch
          label={name}
          error={problem}
          checked={text === 'true'}
          onChange={event => onChange(String(event.currentTarget.checked))}
        />
      );
    case 'null':
      return <TextInput label={name} error={problem} value={recordDraft.kinds.null} readOnly />;
    case 'number':
      return (
        <TextInput
          label={name}
          inputMode="decimal"
          error={problem}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
        />
      );
    default: {
      const isJson = kind === 'json';
      const isLong = isJson || text.length > LINE_CHARACTERS || text.includes('\n');
      return (
        <Textarea
          label={name}
          autosize
          minRows={isLong ? 2 : 1}
          maxRows={12}
          {...(isJson && { classNames: { input: 'font-mono text-12' }, spellCheck: false })}
          error={problem}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
        />
      );
    }
  }
}

function NewField({ names, onAdd }: { names: readonly string[]; onAdd(name: string, kind: ValueKind): void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ValueKind>('text');
  const isTaken = names.includes(name);
  return (
    <fieldset className={classes.new}>
      <TextInput
        size="xs"
        className="grow"
        label={texts.fieldName}
        value={name}
        error={isTaken && texts.nameTaken}
        onChange={event => setName(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        className={classes.kind}
        label={words.type}
        value={kind}
        data={kindOptions}
        onChange={event => setKind(event.currentTarget.value as ValueKind)}
      />
      <Button
        size="xs"
        variant="default"
        disabled={name === '' || isTaken}
        onClick={() => {
          onAdd(name, kind);
          setName('');
        }}
      >
        {words.addAField}
      </Button>
    </fieldset>
  );
}
