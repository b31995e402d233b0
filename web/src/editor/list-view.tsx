/** The workflow as a list of steps in order, for screen readers, phones and everybody who likes lists. */

import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import type { Catalog } from '../graph/catalog.ts';
import { type Definition, displayName } from '../graph/definition.ts';
import type { StepMark } from '../graph/flow-items.ts';
import { IssueCount } from '../graph/issue-count.tsx';
import { lookOfStep } from '../graph/step-look.ts';
import { summarizeStep } from '../graph/step-summary.ts';
import { StepTile } from '../graph/step-tile.tsx';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { StateMark } from '../look/state-mark.tsx';
import * as texts from '../texts/editor.ts';
import { type ListedStep, listSteps } from './document/list-order.ts';
import classes from './list-view.module.css';

interface ListViewProps {
  definition: Definition;
  catalog: Catalog;
  marks: ReadonlyMap<string, StepMark>;
  open: string | null;
  onOpen(id: string): void;
  /** Undefined for those who may only read. */
  onAdd?: ((id: string, element: HTMLElement) => void) | undefined;
}

export function ListView({ definition, catalog, marks, open, onOpen, onAdd }: ListViewProps) {
  const steps = useMemo(() => listSteps(definition), [definition]);
  const known = useMemo(
    () => ({
      types: new Map(catalog.node_types.map(entry => [entry.type, entry])),
      tools: new Map(catalog.tools.map(entry => [entry.name, entry])),
    }),
    [catalog],
  );
  return (
    <ol className={classes.list} aria-label={texts.stepsTitle}>
      {steps.map(step => (
        <Row
          key={step.node.id}
          step={step}
          known={known}
          mark={marks.get(step.node.id)}
          isOpen={open === step.node.id}
          onOpen={onOpen}
          onAdd={onAdd}
        />
      ))}
    </ol>
  );
}

interface RowProps extends Pick<ListViewProps, 'onOpen' | 'onAdd'> {
  step: ListedStep;
  known: {
    types: ReadonlyMap<string, Catalog['node_types'][number]>;
    tools: ReadonlyMap<string, Catalog['tools'][number]>;
  };
  mark: StepMark | undefined;
  isOpen: boolean;
}

function Row({ step: { node, depth, next }, known, mark, isOpen, onOpen, onAdd }: RowProps) {
  const type = known.types.get(node.type);
  const title = type?.title ?? node.type;
  const tool = typeof node.params?.tool === 'string' ? known.tools.get(node.params.tool) : undefined;
  const summary = summarizeStep(node, tool?.display_name);
  return (
    <li className={classes.row} style={{ paddingLeft: depth * 20 }} data-open={isOpen || undefined}>
      <UnstyledButton className={classes.step} aria-current={isOpen || undefined} onClick={() => onOpen(node.id)}>
        <StepTile look={lookOfStep(node, type?.category, tool)} />
        <span className="grow grid">
          <bdi className={classes.name}>{displayName(node)}</bdi>
          <span className="tiny dim truncate">
            {title} · <bdi className="mono">{node.id}</bdi>
          </span>
          {summary !== '' && <bdi className={classes.summary}>{summary}</bdi>}
          <span className="tiny dim truncate">{describeNext(next)}</span>
        </span>
        {mark && <Marks mark={mark} />}
      </UnstyledButton>
      {onAdd && (
        <IconButton
          icon="plus"
          label={texts.addStepAfter(displayName(node))}
          onClick={event => onAdd(node.id, event.currentTarget)}
        />
      )}
    </li>
  );
}

function Marks({ mark: { state, text, items, errors, warnings, pinned } }: { mark: StepMark }) {
  return (
    <span className="inline-flex items-center gap-6 text-12 dim">
      {items ? texts.itemsDone(items.done, items.total) : text}
      {pinned && (
        <span>
          <Icon name="pin" size={14} />
          <span className="visually-hidden">{texts.outputPinned}</span>
        </span>
      )}
      {errors ? <IssueCount kind="error" number={errors} /> : null}
      {!errors && warnings ? <IssueCount kind="warning" number={warnings} /> : null}
      {state && <StateMark state={state} />}
    </span>
  );
}

function describeNext(next: ListedStep['next']): string {
  if (next.length === 0) return texts.endBranch;
  return texts.thenStep(next.map(({ id, handle }) => (handle === null ? id : `${handle}: ${id}`)).join(', '));
}
