import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { ASSISTANTS } from '../api/assistants.ts';
import { modelsQuery } from '../api/chat.ts';
import { LeaveGuard } from '../look/page/save-bar.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { ShareFields } from '../sharing/share-fields.tsx';
import { fromShares, toShares } from '../sharing/shares.ts';
import { assistants as texts } from '../texts/assistants.ts';
import classes from './assistant-fields.module.css';
import { type AssistantForm, isChanged } from './form.ts';
import { ToolsField } from './tools-field.tsx';

interface AssistantFieldsProps {
  initial: AssistantForm;
  readOnly: boolean;
  /** The verb on the button. */
  action: string;
  /** Saves, and returns what comes after: the form counts as saved by then. */
  onSave(form: AssistantForm): Promise<() => void>;
}

export function AssistantFields({ initial, readOnly, action, onSave }: AssistantFieldsProps) {
  const [form, setForm] = useState(initial);
  const { isBusy, problem, perform } = useAction({ changes: [ASSISTANTS] });
  const [whenSaved, setWhenSaved] = useState<() => void>();
  const hasChanged = isChanged(initial, form) && !whenSaved;
  const change = (changes: Partial<AssistantForm>) => setForm(before => ({ ...before, ...changes }));
  // Leaving must not ask about what was just saved, so it waits until the page knows.
  useEffect(() => {
    if (!whenSaved) return;
    setWhenSaved(undefined);
    whenSaved();
  }, [whenSaved]);
  // What the service has made of the form, such as addresses in lower case.
  useEffect(() => setForm(initial), [initial]);

  async function save(event: FormEvent) {
    event.preventDefault();
    await perform(async () => {
      const next = await onSave(form);
      setWhenSaved(() => next);
    });
  }

  return (
    <div className={classes.page}>
      {readOnly && <p className={classes.note}>{texts.readOnly}</p>}
      <form onSubmit={event => void save(event)} className={classes.form} id="assistant">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={form.name}
          readOnly={readOnly}
          maxLength={200}
          required
          withAsterisk={false}
          onChange={event => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.description}
          description={texts.descriptionHint}
          value={form.description}
          readOnly={readOnly}
          maxLength={2000}
          onChange={event => change({ description: event.currentTarget.value })}
        />
        <Textarea
          label={texts.instructions}
          description={texts.instructionsHint}
          value={form.instructions}
          readOnly={readOnly}
          maxLength={100_000}
          autosize
          minRows={6}
          maxRows={24}
          onChange={event => change({ instructions: event.currentTarget.value })}
        />
        <ModelField form={form} readOnly={readOnly} onChange={model => change({ model })} />
        <ToolsField chosen={form.tools} readOnly={readOnly} onChange={tools => change({ tools })} />
      </form>
      <section className={classes.sharing} aria-label={texts.sharing}>
        <h2 className="title">{texts.sharing}</h2>
        <p className="tiny dim mb-8">{texts.sharingHint}</p>
        <ShareFields
          shares={toShares({ sharing: form.sharing, group_sharing: form.group_sharing })}
          extra={{}}
          levels={{ read: texts.mayUse, write: texts.mayChange }}
          readOnly={readOnly}
          heading={false}
          onChange={shares => change(fromShares(shares))}
        />
      </section>
      {!readOnly && (
        <div className={classes.foot}>
          <Problem>{problem}</Problem>
          {hasChanged && <span className="dim">{texts.unsaved}</span>}
          <Button type="submit" form="assistant" loading={isBusy} disabled={!hasChanged || form.name.trim() === ''}>
            {action}
          </Button>
        </div>
      )}
      <LeaveGuard hasChanged={hasChanged} />
    </div>
  );
}

interface ModelFieldProps {
  form: AssistantForm;
  readOnly: boolean;
  onChange(model: string | null): void;
}

function ModelField({ form: { model, tools }, readOnly, onChange }: ModelFieldProps) {
  const { data: models = [] } = useQuery(modelsQuery);
  const known = models.map(({ id }) => ({ value: id, label: id }));
  const isGone = model !== null && models.length > 0 && !models.some(({ id }) => id === model);
  const asked = models.find(each => (model === null ? each.default : each.id === model));
  return (
    <Select
      label={texts.model}
      description={texts.modelHint}
      placeholder={texts.defaultModel}
      data={isGone ? [...known, { value: model, label: texts.modelGone(model) }] : known}
      value={model}
      clearable={!readOnly}
      readOnly={readOnly}
      error={asked && !asked.abilities.tools && tools.length > 0 ? texts.modelWithoutTools(asked.id) : undefined}
      onChange={onChange}
    />
  );
}
