import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { Canvas } from '../graph/canvas.tsx';
import type { Definition } from '../graph/definition.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { markSteps } from '../run-parts/marks.ts';
import { firstFailure } from '../run-parts/rows.ts';
import { type RunState, readStepKey } from '../run-parts/run-state.ts';
import type { Structure } from '../run-parts/structure.ts';
import * as texts from '../texts/runs.ts';

interface RunCanvasProps {
  definition: Definition;
  state: RunState;
  structure: Structure;
  now: number;
  selected: string | undefined;
  onSelect(key: string | undefined): void;
}

/** The definition that the run executed, with what happened on its steps. */
export function RunCanvas({ definition, state, structure, now, selected, onSelect }: RunCanvasProps) {
  const { data: catalog, error, refetch } = useQuery(catalogQuery);
  const marks = useMemo(() => markSteps(state, structure, now), [state, structure, now]);
  const shown = useMemo(() => new Set(selected === undefined ? [] : [readStepKey(selected).nodeId]), [selected]);
  if (error && !catalog) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!catalog) return <Loader size="sm" m="md" aria-label={texts.loadingCanvas} />;
  const open = (nodeId: string) => onSelect(findStepOf(state, nodeId));
  return (
    <Canvas
      definition={definition}
      catalog={catalog}
      marks={marks}
      selected={shown}
      onSelect={keys => {
        const [only] = keys;
        if (keys.size === 1 && only !== undefined) open(only);
      }}
      onOpen={open}
      label={texts.canvasRun}
    />
  );
}

/** Of a step in a loop, the one that somebody looks for: the first failed one, or else the first. */
function findStepOf(state: RunState, nodeId: string): string | undefined {
  const steps = [...state.steps.values()].filter(step => step.nodeId === nodeId);
  const failure = firstFailure({ ...state, steps: new Map(steps.map(step => [step.key, step])) });
  return (failure ?? steps[0])?.key;
}
