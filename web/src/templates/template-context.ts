/** What the template fields of one step share: the data of their previews, what they complete, where values go. */
import type { DescribedCatalog as Catalog } from '../../../src/workflows/schemas.ts';
import type { CompletionScope } from './completion.ts';
import type { InsertTargets } from './insert-targets.ts';
import { nodeRules, REPEAT } from './node-rules.ts';
import { dataAt, type PlaceData, type PreviewData } from './preview-data.ts';
import { type StepScope, scopeOf } from './scope.ts';
import { outputShape, type Shape, shapeOfNames, shapeOfTemplate, shapeOfValue, UNKNOWN } from './shape.ts';

/** What the templates of one kind see. */
export interface TemplatePlace {
  readonly data: PlaceData;
  readonly completion: CompletionScope;
}

export interface TemplateContext {
  /** For templates and expressions, which are rendered before the step runs. */
  readonly step: TemplatePlace;
  /** For templates that a loop renders at the end of each item. */
  readonly item: TemplatePlace;
  readonly targets: InsertTargets;
}

interface NodeLike {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface DefinitionLike {
  readonly nodes: readonly NodeLike[];
  readonly edges: readonly unknown[];
}

export interface PlaceOptions {
  readonly nodeId: string;
  readonly definition: DefinitionLike;
  readonly catalog: Catalog;
  readonly data: PreviewData;
  readonly iteration: readonly number[];
  /** Further variables that templates of this step may name, such as `secrets`. */
  readonly further?: Readonly<Record<string, Shape>>;
}

export function placeOf(options: PlaceOptions, part: 'step' | 'item'): TemplatePlace {
  const { nodeId, definition, catalog, data, iteration } = options;
  const scope = scopeOf(definition, nodeId, nodeRules(catalog), part);
  const placeData = dataAt(data, { nodeId, scope, iteration }, definition);
  return { data: placeData, completion: completionAt(options, scope, placeData) };
}

function completionAt(
  { definition, catalog, further = {} }: PlaceOptions,
  scope: StepScope,
  data: PlaceData,
): CompletionScope {
  const nodes = new Map(definition.nodes.map(node => [node.id, node]));
  const outputs = new Map(data.steps.map(step => [step.nodeId, step.output]));
  const titles = new Map(catalog.node_types.map(({ type, title }) => [type, title]));
  return {
    steps: scope.steps.map(({ id, certain }) => {
      const node = nodes.get(id);
      const output = outputs.get(id);
      return {
        id,
        title: node?.name || titles.get(node?.type ?? '') || (node?.type ?? ''),
        certain,
        output: output !== undefined ? shapeOfValue(output) : node ? outputShape(node, catalog) : UNKNOWN,
      };
    }),
    variables: {
      input: 'input' in data.variables ? shapeOfValue(data.variables.input) : triggerShape(scope, nodes, catalog),
      ...bodyShapes(scope, nodes),
      workflow: shapeOfValue(data.variables.workflow),
      ...('vars' in data.variables && { vars: shapeOfValue(data.variables.vars) }),
      run: runShape(definition),
      now: shapeOfValue(data.variables.now),
      ...further,
    },
  };
}

/** `run.links` has the URLs of the steps that wait for a call. */
function runShape({ nodes }: DefinitionLike): Shape {
  const called = nodes.filter(({ type, params }) => type === 'wait' && params?.call);
  const links = { links: shapeOfNames(called.map(({ id }) => id)) };
  return { kind: 'fields', fields: { id: UNKNOWN, ...(called.length > 0 && links) } };
}

/** What the bodies of the loops and repeats around have. */
function bodyShapes({ loops }: StepScope, nodes: ReadonlyMap<string, NodeLike>): Record<string, Shape> {
  const types = loops.map(id => nodes.get(id)?.type);
  const repeat = nodes.get(loops.findLast(id => nodes.get(id)?.type === REPEAT) ?? '');
  return {
    ...(types.some(type => type !== REPEAT) && { loop: LOOP }),
    ...(repeat && { round: UNKNOWN, last: shapeOfTemplate(repeat.params?.result) }),
  };
}

const LOOP = shapeOfNames(['item', 'index', 'count', 'parent']);

/** Before any run, the input is known by the trigger that leads here. */
function triggerShape(scope: StepScope, nodes: ReadonlyMap<string, NodeLike>, catalog: Catalog): Shape {
  const trigger = scope.steps.map(({ id }) => nodes.get(id)).find(node => node?.type.startsWith('trigger.'));
  return trigger ? outputShape(trigger, catalog) : UNKNOWN;
}

/** Adds the value of `loop`, which only the worker knows. */
export function withLoop(place: TemplatePlace, loop: unknown): TemplatePlace {
  if (loop === undefined) return place;
  const variables = { ...place.completion.variables, loop: shapeOfValue(loop) };
  return { ...place, completion: { ...place.completion, variables } };
}
