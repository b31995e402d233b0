/** A change of the builder on the canvas, in place of the steps, until the user goes back to them. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { changeQuery } from '../../api/builder.ts';
import { Canvas } from '../../graph/canvas.tsx';
import { differenceMarks, edgeDifferences, withRemoved } from '../../graph/difference.ts';
import { Icon } from '../../look/icons.tsx';
import { builder as texts } from '../../texts/builder.ts';
import { useEditorParts } from '../editor-context.ts';
import classes from './builder.module.css';
import { compareContent } from './changes.ts';

export function DifferenceCanvas({ changeId, onClose }: { changeId: string; onClose(): void }) {
  const { catalog } = useEditorParts();
  const { data: change } = useQuery(changeQuery(changeId));
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => {
    if (!change) return undefined;
    const { before, after, difference } = compareContent(change);
    return {
      definition: withRemoved(before.definition, after.definition),
      marks: differenceMarks(difference),
      edges: edgeDifferences(difference),
    };
  }, [change]);
  const label = change?.kind === 'proposal' ? texts.proposal : texts.difference;
  return (
    <div className="column grow min-h-0">
      <div className={classes.banner} role="status">
        <Icon name="git-compare" />
        <span className="flex-1">{label}</span>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {texts.back}
        </Button>
      </div>
      {shown && (
        <div className="fill">
          <Canvas
            definition={shown.definition}
            catalog={catalog}
            marks={shown.marks}
            edgeDifferences={shown.edges}
            selected={selected}
            onSelect={select}
            label={label}
          />
        </div>
      )}
    </div>
  );
}
