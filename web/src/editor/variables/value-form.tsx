/** Sets a value that a workflow has of its own. */

import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { VariableType } from '../../../../src/variables/schemas.ts';
import { overrideVariable, type ResolvedVariable } from '../../api/variables.ts';
import { VariableValueField } from '../../connection-parts/variable-value-field.tsx';
import { readTyped, retype, toTyped, VARIABLE_TYPES } from '../../connection-parts/variable-values.ts';
import { DialogButtons } from '../../look/dialog-buttons.tsx';
import { Problem } from '../../look/states/problem.tsx';
import { useAction } from '../../look/use-action.ts';
import * as words from '../../texts/common.ts';
import { variables as typeTexts, variableDialog } from '../../texts/variables.ts';
import panel from '../panel.module.css';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

interface ValueFormProps {
  workflowId: string;
  /** Undefined when it is a new one. */
  variable?: ResolvedVariable;
  /** The types of variables that exist already are not chosen. */
  known?: readonly ResolvedVariable[];
  onClose(): void;
}

export function ValueForm({ workflowId, variable, known = [], onClose }: ValueFormProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(variable?.name ?? '');
  const [chosenType, setType] = useState<VariableType>('text');
  const type = (variable ?? known.find(each => each.name === name))?.type ?? chosenType;
  const [typed, setTyped] = useState(variable ? toTyped(variable.type, variable.value) : '');
  const { isBusy, problem, perform } = useAction();
  const read = readTyped(type, typed);
  const isNamed = NAME.test(name);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!('value' in read)) return;
    const { value } = read;
    await perform(async () => {
      await overrideVariable(queryClient, { workflow_id: workflowId, name, value });
      onClose();
    });
  }

  return (
    <form className={panel.form} onSubmit={event => void save(event)}>
      {!variable && (
        <>
          <TextInput
            label={words.name}
            value={name}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            error={name !== '' && !isNamed && variableDialog.nameProblem}
            autoFocus
            onChange={event => setName(event.currentTarget.value)}
          />
          <Select
            label={words.type}
            data={VARIABLE_TYPES.map(each => ({ value: each, label: typeTexts.types[each] }))}
            value={type}
            disabled={type !== chosenType}
            allowDeselect={false}
            onChange={next => {
              const chosen = VARIABLE_TYPES.find(each => each === next) ?? 'text';
              setType(chosen);
              setTyped(retype(chosen, typed));
            }}
          />
        </>
      )}
      <VariableValueField
        type={type}
        label={variable ? words.valueNamed(variable.name) : words.value}
        isLabelHidden={variable !== undefined}
        typed={typed}
        problem={'problem' in read && typed !== '' ? read.problem : undefined}
        autoFocus={variable !== undefined}
        onChange={setTyped}
      />
      <Problem>{problem}</Problem>
      <DialogButtons
        action={words.save}
        isBusy={isBusy}
        disabled={!isNamed || !('value' in read) || isNull(read)}
        size="compact-md"
        onCancel={onClose}
      />
    </form>
  );
}

/** Null would remove the value. */
function isNull(read: { readonly value: unknown }): boolean {
  return read.value === null;
}
