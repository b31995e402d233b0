/** The variables that the workflow sees, and the values that it has of its own. */

import { Anchor, Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { overrideVariable, type ResolvedVariable, workflowVariablesQuery } from '../../api/variables.ts';
import { toLine } from '../../connection-parts/variable-values.ts';
import { Icon } from '../../look/icons.tsx';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { ErrorState } from '../../look/states/error-state.tsx';
import { Problem } from '../../look/states/problem.tsx';
import { useAction } from '../../look/use-action.ts';
import * as words from '../../texts/common.ts';
import { workflowVariables as texts } from '../../texts/variables.ts';
import { useEditorParts } from '../editor-context.ts';
import panel from '../panel.module.css';
import { ValueForm } from './value-form.tsx';
import classes from './variables-panel.module.css';

/** Below this number, a filter would only be in the way. */
const MANY = 8;

export function VariablesPanel({ onClose }: { onClose(): void }) {
  const { workflow } = useEditorParts();
  const { data, error, refetch } = useQuery({ ...workflowVariablesQuery(workflow.id), refetchOnMount: 'always' });
  return (
    <div className="column h-full min-h-0">
      <header className={panel.head}>
        <h2 className="title">{texts.title}</h2>
        <IconButton icon="x" label={texts.close} hint size="md" onClick={onClose} />
      </header>
      <div className={panel.scroll}>
        <p className="text-13 dim">{texts.about}</p>
        {data ? (
          <VariableList workflowId={workflow.id} variables={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
        <Anchor component={Link} to="/variables" className="self-start text-13">
          {texts.all}
        </Anchor>
      </div>
    </div>
  );
}

interface VariableListProps {
  workflowId: string;
  variables: readonly ResolvedVariable[];
}

function VariableList({ workflowId, variables }: VariableListProps) {
  const [filter, setFilter] = useState('');
  const [isAdding, setAdding] = useState(false);
  const wanted = filter.trim().toLowerCase();
  const fits = ({ name, value }: ResolvedVariable) => `${name} ${toLine(value)}`.toLowerCase().includes(wanted);
  const shown = variables.filter(fits);
  return (
    <>
      {variables.length >= MANY && (
        <TextInput
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filterPlaceholder}
          value={filter}
          onChange={event => setFilter(event.currentTarget.value)}
        />
      )}
      {variables.length === 0 && <p className="text-13 dim">{texts.none}</p>}
      {variables.length > 0 && shown.length === 0 && <p className="text-13 dim">{texts.nothingFits}</p>}
      <ul aria-label={texts.title}>
        {shown.map(variable => (
          <OneVariable key={variable.name} workflowId={workflowId} variable={variable} />
        ))}
      </ul>
      {isAdding ? (
        <ValueForm workflowId={workflowId} known={variables} onClose={() => setAdding(false)} />
      ) : (
        <Button
          variant="default"
          className="self-start"
          leftSection={<Icon name="plus" />}
          onClick={() => setAdding(true)}
        >
          {texts.add}
        </Button>
      )}
    </>
  );
}

function OneVariable({ workflowId, variable }: { workflowId: string; variable: ResolvedVariable }) {
  const [isChanging, setChanging] = useState(false);
  const { name, value, source, description } = variable;
  const isOwn = source === 'workflow';
  return (
    <li className={panel.entry}>
      <div className={panel.line}>
        <span className="mono break-anywhere medium" title={description || undefined}>
          {name}
        </span>
        <span className={classes.source} data-own={isOwn || undefined}>
          {texts.source[source]}
        </span>
      </div>
      {isChanging ? (
        <ValueForm workflowId={workflowId} variable={variable} onClose={() => setChanging(false)} />
      ) : (
        <>
          <span className="mono break-anywhere pre-wrap">{toLine(value)}</span>
          {'inherited' in variable && (
            <span className="break-anywhere text-12 dim">{texts.instead(toLine(variable.inherited))}</span>
          )}
          <div className={panel.actions}>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={isOwn ? texts.edit(name) : texts.change(name)}
              onClick={() => setChanging(true)}
            >
              {isOwn ? words.change : texts.changeShort}
            </Button>
            {isOwn && <RemoveButton workflowId={workflowId} variable={variable} />}
          </div>
        </>
      )}
    </li>
  );
}

function RemoveButton({ workflowId, variable }: { workflowId: string; variable: ResolvedVariable }) {
  const queryClient = useQueryClient();
  const { isBusy, problem, perform } = useAction();
  const { name } = variable;
  const hasInherited = 'inherited' in variable;
  const remove = () => perform(() => overrideVariable(queryClient, { workflow_id: workflowId, name, value: null }));
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={isBusy}
        aria-label={hasInherited ? texts.reset(name) : texts.remove(name)}
        onClick={() => void remove()}
      >
        {hasInherited ? texts.resetShort : texts.removeShort}
      </Button>
      <Problem>{problem}</Problem>
    </>
  );
}
