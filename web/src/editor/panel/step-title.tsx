/** The name and the id of a step, both editable in place. */

import { TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Definition, GraphNode } from '../../graph/definition.ts';
import * as texts from '../../texts/editor-panel.ts';
import { idProblem } from '../document/document.ts';
import classes from './step-panel.module.css';

interface StepTitleProps {
  readonly node: GraphNode;
  readonly definition: Definition;
  readonly typeTitle: string;
  readonly readOnly: boolean;
  onName(name: string): void;
  onRename(id: string): void;
}

export function StepTitle({ node, definition, typeTitle, readOnly, onName, onRename }: StepTitleProps) {
  return (
    <div className="grow">
      <TextInput
        variant="unstyled"
        aria-label={texts.nameStep}
        classNames={{ input: classes.name ?? '' }}
        value={node.name ?? ''}
        placeholder={node.id}
        readOnly={readOnly}
        onChange={event => onName(event.currentTarget.value)}
      />
      <div className={classes.identity}>
        <span className="dim">{typeTitle}</span>
        <StepId id={node.id} definition={definition} readOnly={readOnly} onRename={onRename} />
      </div>
    </div>
  );
}

interface StepIdProps {
  readonly id: string;
  readonly definition: Definition;
  readonly readOnly: boolean;
  onRename(id: string): void;
}

/** Templates refer to steps by their id, so that it changes only when it was confirmed. */
function StepId({ id, definition, readOnly, onRename }: StepIdProps) {
  const [draft, setDraft] = useState<string>();
  const close = () => setDraft(undefined);
  if (readOnly) return <span className={classes.id}>{id}</span>;
  if (draft === undefined) {
    return (
      <UnstyledButton className={classes.id} aria-label={texts.idChange(id)} onClick={() => setDraft(id)}>
        {id}
      </UnstyledButton>
    );
  }
  const problem = idProblem(definition, id, draft);
  const confirm = () => {
    if (problem !== undefined) return;
    close();
    if (draft !== id) onRename(draft);
  };
  return (
    <TextInput
      size="xs"
      aria-label={texts.idStep}
      className={classes.idField}
      value={draft}
      error={problem}
      autoFocus
      spellCheck={false}
      autoComplete="off"
      onChange={event => setDraft(event.currentTarget.value)}
      onBlur={confirm}
      onKeyDown={event => {
        if (event.key === 'Enter') confirm();
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        }
      }}
    />
  );
}
