/** Loads the data of the chosen run and builds from it what the fields of a step need. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DescribedCatalog as Catalog } from '../../../src/workflows/schemas.ts';
import { type Credential, usableCredentialsQuery } from '../api/credentials.ts';
import { readRunDetail, runKey, stepQuery } from '../api/run.ts';
import { type ResolvedVariable, workflowVariablesQuery } from '../api/variables.ts';
import { createInsertTargets } from './insert-targets.ts';
import { preview } from './preview.ts';
import { type PlaceData, type PreviewData, withPins } from './preview-data.ts';
import { isShortened, toPreviewData } from './run-data.ts';
import { type Shape, UNKNOWN } from './shape.ts';
import { type DefinitionLike, placeOf, type TemplateContext, withLoop } from './template-context.ts';
import { keepSurroundings } from './topology.ts';

/** The run whose data templates are previewed with. */
export interface PreviewChoice {
  readonly workflow: { readonly id: string; readonly name: string };
  readonly runId: string | null;
}

interface Options {
  readonly nodeId: string;
  readonly definition: DefinitionLike & {
    readonly editor?: { readonly pins?: Readonly<Record<string, { output: unknown }>> };
  };
  readonly catalog: Catalog;
  readonly choice: PreviewChoice;
  /** Which item of each loop around is looked at. */
  readonly iteration: readonly number[];
  /** Only those who may change a workflow see its variables. */
  readonly readOnly: boolean;
}

export interface LoadedContext {
  readonly templates: TemplateContext;
  readonly data: PreviewData;
  /** The variable `loop`, when the step is in a loop and its items are known. */
  readonly loop: unknown;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

export function useTemplateContext(options: Options): LoadedContext {
  const { nodeId, catalog, choice, iteration, readOnly } = options;
  const definition = useSurroundings(options.definition, nodeId);
  const { workflow, runId } = choice;
  const run = useQuery({
    queryKey: [...runKey(runId), 'preview'],
    queryFn: ({ signal }) => readRunDetail(runId ?? '', signal),
    enabled: runId !== null,
  });
  const targets = useMemo(createInsertTargets, []);
  const shortened = (run.data?.steps ?? []).filter(
    step => isShortened(step) && isInItem(step.iteration.toReversed(), iteration),
  );
  const whole = useQueries({
    queries: shortened.map(step => stepQuery(runId ?? '', step.node_id, step.iteration)),
    combine: results => ({
      steps: results.flatMap(({ data }) => data ?? []),
      isPending: results.some(({ isPending }) => isPending),
    }),
  });
  const pins = options.definition.editor?.pins;
  const workflowId = workflow.id;
  const workflowName = workflow.name;
  const { data: vars } = useQuery({
    ...workflowVariablesQuery(workflowId),
    select: toValues,
    staleTime: VARIABLES_MS,
    enabled: !readOnly,
  });
  const data = useMemo((): PreviewData => {
    const named = { id: workflowId, name: workflowName };
    const ofRun = run.data && toPreviewData(named, run.data, whole.steps);
    const known = ofRun ?? { workflow: named, run: null, steps: [] };
    return withPins(vars ? { ...known, vars } : known, pins);
  }, [run.data, whole.steps, pins, vars, workflowId, workflowName]);

  const further = useFurtherVariables(definition, nodeId);
  const places = useMemo(() => {
    const place = { nodeId, definition, catalog, data, iteration, further };
    return { step: placeOf(place, 'step'), item: placeOf(place, 'item') };
  }, [nodeId, definition, catalog, data, iteration, further]);
  const step = useStable(places.step.data);
  const item = useStable(places.item.data);
  const loop = useLoop(step);
  const itemLoop = useLoop(item);
  const templates = useMemo(
    (): TemplateContext => ({
      step: withLoop({ ...places.step, data: step }, loop),
      item: withLoop({ ...places.item, data: item }, itemLoop),
      targets,
    }),
    [places, step, item, loop, itemLoop, targets],
  );
  return { templates, data, loop, isLoading: run.isLoading || whole.isPending, error: run.error };
}

/** What the step sees stays the same while somebody types into it. */
function useSurroundings<Definition extends DefinitionLike>(definition: Definition, nodeId: string): Definition {
  const kept = useRef({ definition, nodeId });
  const { current: before } = kept;
  const isSameStep = before.nodeId === nodeId;
  kept.current = {
    definition: isSameStep ? keepSurroundings(before.definition, definition, nodeId) : definition,
    nodeId,
  };
  return kept.current.definition;
}

/** Steps are opened one after the other, and variables change seldom. */
const VARIABLES_MS = 30_000;

/** Undefined when there are none, so that nothing is listed of them. */
function toValues(variables: readonly ResolvedVariable[]): Readonly<Record<string, unknown>> | undefined {
  return variables.length === 0 ? undefined : Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

/** Steps outside of loops, and those of the chosen items. */
function isInItem(of: readonly number[], chosen: readonly number[]): boolean {
  return of.every((number, index) => number === (chosen[index] ?? 0));
}

/** Keeps the same object as long as its parts are the same, so that the worker does not get the same data twice. */
function useStable(data: PlaceData): PlaceData {
  const [kept, setKept] = useState(data);
  if (kept === data) return kept;
  const isSame =
    kept.seed === data.seed &&
    JSON.stringify(kept.loops) === JSON.stringify(data.loops) &&
    kept.variables.input === data.variables.input &&
    kept.variables.vars === data.variables.vars &&
    kept.variables.now === data.variables.now &&
    JSON.stringify(kept.variables.workflow) === JSON.stringify(data.variables.workflow) &&
    kept.steps.length === data.steps.length &&
    kept.steps.every((step, index) => step === data.steps[index]);
  if (isSame) return kept;
  setKept(data);
  return data;
}

function useLoop(place: PlaceData): unknown {
  const [loop, setLoop] = useState<{ place: PlaceData; value: unknown }>();
  useEffect(() => {
    // Nothing is known of a loop of which the items are not, and no interpreter has to say so.
    if (place.loops.length === 0 || place.loops.some(({ items, isRepeat }) => items === '' && !isRepeat)) return;
    let isCurrent = true;
    void preview.loop(place).then(value => {
      if (isCurrent) setLoop({ place, value });
    });
    return () => {
      isCurrent = false;
    };
  }, [place]);
  return loop?.place === place ? loop.value : undefined;
}

/** The types of steps that send requests, in which secrets may stand. */
const SENDING: ReadonlySet<string> = new Set(['http.request', 'tool.call', 'trigger.poll']);

/** What the texts of a poll see, which are evaluated before there is a run. */
const POLL = { cursor: UNKNOWN, result: UNKNOWN, item: UNKNOWN, items: UNKNOWN };

/** Variables that do not come from the run, and that only some steps may name. */
function useFurtherVariables(definition: DefinitionLike, nodeId: string): Readonly<Record<string, Shape>> {
  const type = definition.nodes.find(({ id }) => id === nodeId)?.type ?? '';
  const { data: credentials } = useQuery({ ...usableCredentialsQuery, enabled: SENDING.has(type) });
  return useMemo(
    (): Readonly<Record<string, Shape>> => ({
      ...(type === 'trigger.poll' && POLL),
      ...(SENDING.has(type) && credentials && { secrets: secretsShape(credentials) }),
    }),
    [type, credentials],
  );
}

/** What `secrets.` completes: the credentials by name, and the fields of each. */
function secretsShape(credentials: readonly Credential[]): Shape {
  const shapes = credentials.map(({ name, template_fields, hosts }): [string, Shape] => [
    name,
    {
      kind: 'fields',
      fields: Object.fromEntries(template_fields.map(field => [field, UNKNOWN])),
      description: hosts.join(', '),
    },
  ]);
  // Of several with one name, the first is the one that a step would use.
  return { kind: 'fields', fields: Object.fromEntries(shapes.toReversed()) };
}
