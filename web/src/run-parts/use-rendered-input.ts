/** The params of a step as its run rendered them, computed in the page from the data of the run. */

import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { type RunDetail, runKey, stepQuery } from '../api/run.ts';
import { type Definition, findNode } from '../graph/definition.ts';
import { isLoop, nodeRules, textsOf } from '../templates/node-rules.ts';
import { preview } from '../templates/preview.ts';
import { dataAt } from '../templates/preview-data.ts';
import { isShortened, toPreviewData } from '../templates/run-data.ts';
import { scopeOf } from '../templates/scope.ts';
import * as texts from '../texts/run-parts.ts';
import { stepsToRead } from './named-steps.ts';
import { hasEnded, type RunState, type StepState } from './run-state.ts';

export interface RenderedInput {
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly problems: readonly { readonly param: string; readonly message: string }[];
  readonly isRendering: boolean;
  /** Why there is nothing to render. */
  readonly unavailable: string | undefined;
}

interface Options {
  run: RunDetail;
  state: RunState;
  definition: Definition | undefined;
  step: StepState;
}

const NOTHING = { params: undefined, problems: [], isRendering: false };

export function useRenderedInput({ run, state, definition, step }: Options): RenderedInput {
  const { data: catalog, error: catalogError } = useQuery(catalogQuery);
  const node = definition && findNode(definition, step.nodeId);
  const isRendered = node !== undefined && hasEnded(step) && step.status !== 'skipped';

  const place = useMemo(() => {
    if (!catalog || !node || !isRendered) return undefined;
    const rules = nodeRules(catalog);
    const scope = scopeOf(definition, node.id, rules);
    const { collect: _, result: __, until: ___, ...params } = node.params ?? {};
    return {
      scope,
      // A loop evaluates `collect` at the end of every item, so it is no input.
      params: isLoop(node.type) ? params : (node.params ?? {}),
      schema: rules.get(node.type)?.paramsSchema,
      texts: textsOf(node.type),
    };
  }, [catalog, definition, node, isRendered]);

  const needed = useMemo(() => {
    if (!place || !definition) return [];
    const named = stepsToRead(definition, place.scope, place.params);
    return run.steps.filter(
      each => named.has(each.node_id) && isShortened(each) && isAround(each.iteration, step.iteration),
    );
  }, [place, definition, run.steps, step.iteration]);
  const whole = useQueries({
    queries: needed.map(each => stepQuery(run.id, each.node_id, each.iteration)),
    combine: results => ({
      steps: results.flatMap(({ data }) => data ?? []),
      isReady: results.every(({ isPending }) => !isPending),
    }),
  });

  const { data: rendered, error } = useQuery({
    queryKey: [...runKey(run.id), 'rendered', step.key, step.finishedAt],
    queryFn: () => {
      if (!place) throw new Error('there is nothing to render');
      const data = toPreviewData({ id: run.workflow_id, name: run.workflow_name }, run, whole.steps);
      const at = { nodeId: step.nodeId, scope: place.scope, iteration: step.iteration.toReversed() };
      return preview.render(dataAt(data, at, definition), place);
    },
    enabled: place !== undefined && whole.isReady && run.steps.some(each => each.node_id === step.nodeId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  if (step.status === 'skipped') return { ...NOTHING, unavailable: texts.stepSkippedSoNothing };
  if (!hasEnded(step)) return { ...NOTHING, unavailable: texts.inputShownWhenStep };
  if (definition && !node) return { ...NOTHING, unavailable: texts.definitionNoSuchStep };
  const problem = error ?? catalogError;
  if (problem) return { ...NOTHING, unavailable: problem.message };
  if (!definition && state.steps.size > 0 && !rendered) {
    return { ...NOTHING, unavailable: texts.definitionRunExecutedNot };
  }
  return {
    params: rendered?.params,
    problems: rendered?.problems ?? [],
    isRendering: rendered === undefined,
    unavailable: undefined,
  };
}

/** Whether a step at `outer` is in the same items as one at `inner`, as far as it is in loops. */
function isAround(outer: readonly number[], inner: readonly number[]): boolean {
  return (
    outer.length <= inner.length && outer.every((index, place) => index === inner[inner.length - outer.length + place])
  );
}
