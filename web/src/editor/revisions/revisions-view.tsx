import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { revisionQuery, revisionsQuery } from '../../api/revisions.ts';
import { Canvas, type CanvasHandle } from '../../graph/canvas.tsx';
import { type Definition, readDefinition } from '../../graph/definition.ts';
import {
  compareDefinitions,
  countChanges,
  differenceMarks,
  edgeDifferences,
  isSameJson,
  withRemoved,
} from '../../graph/difference.ts';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { ErrorState } from '../../look/states/error-state.tsx';
import * as texts from '../../texts/revisions.ts';
import { DifferenceList } from '../difference-list.tsx';
import { useEditor, useEditorParts } from '../editor-context.ts';
import panel from '../panel.module.css';
import { isStepAsBefore, restoreStep } from './restore.ts';
import { findPrevious, firstSpan, groupRevisions, type RevisionSpan } from './revision-groups.ts';
import { RevisionList } from './revision-list.tsx';
import classes from './revisions-view.module.css';

const NOTHING: Definition = { nodes: [], edges: [] };

type Comparison = 'then' | 'since';

/** The history of the draft: who changed what and when, on the canvas and word by word, and the way back. */
export function RevisionsView({ onClose }: { onClose(): void }) {
  const { workflow } = useEditorParts();
  const revisions = useQuery(revisionsQuery(workflow.id));
  const entries = revisions.data ?? [];
  const days = useMemo(() => groupRevisions(revisions.data ?? []), [revisions.data]);
  const [chosen, choose] = useState<RevisionSpan>();
  const selected = chosen ?? firstSpan(days);
  return (
    <section className={classes.view} aria-label={texts.history}>
      <div className={classes.list}>
        <header className={panel.head}>
          <h2 className="title">{texts.history}</h2>
          <IconButton icon="x" label={texts.closeHistory} hint size="md" onClick={onClose} />
        </header>
        {revisions.error && !revisions.data && (
          <ErrorState error={revisions.error} onRetry={() => revisions.refetch()} />
        )}
        <RevisionList days={days} selected={selected} onSelect={choose} />
      </div>
      {selected && (
        <RevisionDetail
          key={`${selected.newest.id} ${selected.oldest.id}`}
          revisionId={selected.newest.id}
          previousId={findPrevious(entries, selected.oldest.id)?.id}
          isFirst={selected.oldest.origin === 'created'}
        />
      )}
    </section>
  );
}

interface RevisionDetailProps {
  revisionId: string;
  /** What it is compared with. Only the latest revisions are stored, so it may be gone. */
  previousId: string | undefined;
  isFirst: boolean;
}

function RevisionDetail({ revisionId, previousId, isFirst }: RevisionDetailProps) {
  const { workflow } = useEditorParts();
  const [comparison, setComparison] = useState<Comparison>('then');
  const current = useEditor(state => state.definition);
  const then = useRevision(workflow.id, revisionId);
  const previous = useRevision(workflow.id, previousId);
  const error = (!then.definition && then.error) || (!previous.definition && previous.error);
  if (error) return <ErrorState error={error} />;
  if (!then.definition || (previousId !== undefined && !previous.definition)) {
    return <p className={classes.loading}>{texts.readingRevision}</p>;
  }
  const start = previous.definition ?? (isFirst ? NOTHING : then.definition);
  const [before, after] = comparison === 'then' ? [start, then.definition] : [then.definition, current];
  return (
    <RevisionDifference
      key={comparison}
      earlier={then.definition}
      before={before}
      after={after}
      comparison={comparison}
      onCompare={setComparison}
    />
  );
}

interface RevisionDifferenceProps {
  /** The revision that is restored. */
  earlier: Definition;
  before: Definition;
  after: Definition;
  comparison: Comparison;
  onCompare(comparison: Comparison): void;
}

function RevisionDifference({ earlier, before, after, comparison, onCompare }: RevisionDifferenceProps) {
  const { store, catalog } = useEditorParts();
  const current = useEditor(state => state.definition);
  const isReadOnly = useEditor(state => state.isReadOnly);
  const canvas = useRef<CanvasHandle>(null);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const difference = useMemo(() => compareDefinitions(before, after), [before, after]);
  const shown = useMemo(() => withRemoved(before, after), [before, after]);
  const marks = useMemo(() => differenceMarks(difference), [difference]);
  const edges = useMemo(() => edgeDifferences(difference), [difference]);
  const show = (id: string) => {
    select(new Set([id]));
    canvas.current?.reveal(id);
  };
  return (
    <>
      <div className={classes.canvas}>
        <Canvas
          ref={canvas}
          definition={shown}
          catalog={catalog}
          marks={marks}
          edgeDifferences={edges}
          selected={selected}
          onSelect={select}
          label={texts.whatChangedCanvas}
        />
      </div>
      <div className={classes.changes}>
        <header className={panel.head}>
          <SegmentedControl
            size="xs"
            fullWidth
            value={comparison}
            onChange={value => onCompare(value as Comparison)}
            data={[
              { value: 'then', label: texts.changedThen },
              { value: 'since', label: texts.changedSince },
            ]}
            aria-label={texts.compare}
            className={classes.compare}
          />
          {!isReadOnly && (
            <Button
              size="xs"
              variant="default"
              disabled={isSameJson(current, earlier)}
              onClick={() => store.getState().replace(earlier, texts.restoreRevision)}
            >
              {texts.restoreAll}
            </Button>
          )}
        </header>
        <div className={classes.scroll}>
          {countChanges(difference) === 0 && difference.moved.length === 0 && (
            <p className={classes.loading}>
              {comparison === 'then' ? texts.whatBeforeNotStored : texts.nothingChangedSince}
            </p>
          )}
          <DifferenceList
            difference={difference}
            before={before}
            after={after}
            onShow={show}
            action={({ id }) =>
              !isReadOnly && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={isStepAsBefore(current, earlier, id)}
                  onClick={() =>
                    store.getState().change(texts.restoreStep(id), definition => restoreStep(definition, earlier, id))
                  }
                  aria-label={texts.restoreStep(id)}
                >
                  {texts.restore}
                </Button>
              )
            }
          />
        </div>
      </div>
    </>
  );
}

function useRevision(workflowId: string, revisionId: string | undefined) {
  const { data, error } = useQuery({
    ...revisionQuery(workflowId, revisionId ?? ''),
    enabled: revisionId !== undefined,
  });
  const definition = useMemo(() => data && readDefinition(data.definition).definition, [data]);
  return { definition, error };
}
