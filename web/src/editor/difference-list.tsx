import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChangedText } from '../graph/changed-text.tsx';
import { type Definition, displayName, edgeKey, type GraphEdge, nameOfStep } from '../graph/definition.ts';
import type { ChangeKind, Difference, FieldDifference, NoteDifference, StepDifference } from '../graph/difference.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import classes from './difference-list.module.css';

interface DifferenceListProps {
  difference: Difference;
  before: Definition;
  after: Definition;
  /** What can be done with a step, beside its name. */
  action?(step: StepDifference): ReactNode;
  onShow?(stepId: string): void;
}

/** Lists what differs: steps with their params word by word, then connections and notes. */
export function DifferenceList({ difference, before, after, action, onShow }: DifferenceListProps) {
  const { steps, addedEdges, removedEdges, notes, moved } = difference;
  return (
    <ul>
      {steps.map(step => (
        <StepEntry key={step.id} step={step} action={action?.(step)} onShow={onShow} />
      ))}
      {addedEdges.map(edge => (
        <EdgeEntry key={`+${edgeKey(edge)}`} edge={edge} kind="added" definition={after} />
      ))}
      {removedEdges.map(edge => (
        <EdgeEntry key={`-${edgeKey(edge)}`} edge={edge} kind="removed" definition={before} />
      ))}
      {notes.map(note => (
        <NoteEntry key={note.id} note={note} />
      ))}
      {moved.length > 0 && (
        <li className={classes.moved}>{moved.length === 1 ? texts.stepMoved : texts.stepsMoved(moved.length)}</li>
      )}
    </ul>
  );
}

interface StepEntryProps {
  step: StepDifference;
  action: ReactNode;
  onShow: ((stepId: string) => void) | undefined;
}

function StepEntry({ step, action, onShow }: StepEntryProps) {
  const { id, kind, before, after, fields } = step;
  const node = after ?? before;
  const name = node ? displayName(node) : id;
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <ChangeMark kind={kind} />
        {onShow ? (
          <UnstyledButton className={classes.name} onClick={() => onShow(id)}>
            {name}
          </UnstyledButton>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <span className="tiny dim flex-1">{kind}</span>
        {action}
      </div>
      {fields.map(field => (
        <FieldEntry key={`${field.isParam} ${field.field}`} field={field} />
      ))}
    </li>
  );
}

function FieldEntry({ field: { field, before, after } }: { field: FieldDifference }) {
  return (
    <div className={classes.field}>
      <span className="mono">{field}</span>
      <ChangedText before={before} after={after} />
    </div>
  );
}

function EdgeEntry({ edge, kind, definition }: { edge: GraphEdge; kind: ChangeKind; definition: Definition }) {
  const { source, target, source_handle: handle } = edge;
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <ChangeMark kind={kind} />
        <span className={classes.name}>
          {nameOfStep(definition, source)}
          {handle ? ` (${handle})` : ''} → {nameOfStep(definition, target)}
        </span>
        <span className="tiny dim flex-1">{texts.connection(kind)}</span>
      </div>
    </li>
  );
}

function NoteEntry({ note: { kind, before, after } }: { note: NoteDifference }) {
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <ChangeMark kind={kind} />
        <span className={classes.name}>{texts.note}</span>
        <span className="tiny dim flex-1">{kind}</span>
      </div>
      <div className={classes.field}>
        <ChangedText before={before?.text ?? ''} after={after?.text ?? ''} />
      </div>
    </li>
  );
}

const MARKS: Readonly<Record<ChangeKind, IconName>> = { added: 'plus', removed: 'minus', changed: 'pencil' };

function ChangeMark({ kind }: { kind: ChangeKind }) {
  return (
    <span className={classes.mark} data-kind={kind}>
      <Icon name={MARKS[kind]} size={12} />
    </span>
  );
}
