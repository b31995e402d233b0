/** The state of a run: its facts, its steps so far, and the variables that a template sees at each place in it. */
import type { Params } from '../../engine/definition.ts';
import type { ReachableSubgraph } from '../../engine/plan.ts';
import type { NamedSecret } from '../../engine/secrets.ts';
import { type Frame, type OpenItems, Settlement, type StepPlace } from '../../engine/settlement.ts';
import type { TraceContext } from '../../platform/traces/tracer.ts';
import { type Context, UNDEFINED_BELOW } from '../../templates/template.ts';
import type { VariableValues } from '../../variables/reading.ts';
import type { RunPlan } from '../plans/run-plans.ts';
import type { RunLimits } from '../run-limits.ts';
import { explainMissingStep } from './missing-results.ts';
import { NEW_LOOP, type OpenLoop } from './open-loop.ts';
import type { RunVariation } from './run-variation.ts';
import { SecretMarkers } from './secret-markers.ts';
import { itemOfSource, SourceItems } from './sources/source-items.ts';
import { StepRecord } from './step-record.ts';

/** What never changes while a run executes. */
export interface RunFacts {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly organizationId: string | null;
  readonly version: number | null;
  /** The revision of the draft that the run executes. Null for a published version. */
  readonly revisionId: string | null;
  readonly triggerNodeId: string;
  readonly triggerType: string;
  readonly triggerDepth: number;
  readonly automatic: boolean;
  /** The trace that the run continues. Null when the run is a trace of its own. */
  readonly traceContext: TraceContext | null;
  readonly input: unknown;
  readonly inputText: string;
  /** The variables as they were when the run began. Null when the definition refers to none. */
  readonly variables: VariableValues | null;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly createdAt: Date;
  readonly startedAt: Date;
  /** What a replay or a test does differently. Null in an ordinary run. */
  readonly variation: RunVariation | null;
  /** Set when a run that a request begins has labels. Others have got theirs before they are executed. */
  readonly labels?: Readonly<Record<string, string>> | null;
  /** Only in a run that a step of another run started. */
  readonly parent?: RunParent;
}

/** The run whose step started a run. */
export interface RunParent {
  readonly runId: string;
  /** The run with which it all began. */
  readonly rootRunId: string;
  /** The number of runs above the started one. */
  readonly depth: number;
  /** Whether the step waits for the result. */
  readonly isAwaited: boolean;
}

/** The URLs by which others continue steps that wait for a call. */
export interface RunLinks {
  url(runId: string, nodeId: string, iteration: readonly number[]): string;
}

export class RunState {
  readonly facts: RunFacts;
  readonly plan: RunPlan;
  readonly subgraph: ReachableSubgraph;
  readonly settlement: Settlement;
  readonly #records = new Set<StepRecord>();
  #positions = 0;
  /** The open items of loops with a source. */
  readonly sourceItems = new SourceItems();
  readonly #byPlace = new Map<Frame, Map<number, StepRecord>>();
  readonly #loops = new Map<Frame, Map<number, OpenLoop>>();
  readonly #variables: Context;
  readonly #itemVariables = new Map<Frame, unknown>();
  readonly #markers = new SecretMarkers();
  #links: RunLinks | undefined;

  constructor(facts: RunFacts, plan: RunPlan, trigger: number, limits: RunLimits) {
    this.facts = facts;
    this.plan = plan;
    this.subgraph = plan.reachableFrom(trigger);
    this.settlement = new Settlement(this.subgraph, { steps: limits.steps, atOnce: limits.stepsAtOnce });
    this.#variables = {
      input: facts.input,
      vars: facts.variables ?? {},
      workflow: { id: facts.workflowId, name: facts.workflowName },
      run: { id: facts.id },
      now: facts.startedAt.toISOString(),
    };
  }

  /** Lets templates name the URLs of steps. The plan says whether they do. */
  useLinks(links: RunLinks): void {
    this.#links = links;
  }

  add(place: StepPlace, startedAt: number | null, type?: string): StepRecord {
    const { node } = this.#step(place);
    const { id } = node;
    const record = new StepRecord(place, { id, type: type ?? node.type }, this.#positions++, startedAt);
    const { frame } = place;
    if (frame.source) this.sourceItems.add(record);
    if (!isPassing(record)) this.#records.add(record);
    const inFrame = this.#byPlace.get(frame);
    if (inFrame) inFrame.set(place.node, record);
    else this.#byPlace.set(frame, new Map([[place.node, record]]));
    return record;
  }

  openLoop(record: StepRecord, items: readonly unknown[], opened: OpenItems): void {
    const { frame, node } = record.place;
    const loops = this.#loops.get(frame) ?? new Map<number, OpenLoop>();
    const results = Array.from({ length: items.length }, () => null);
    loops.set(node, { record, items, results, ...NEW_LOOP });
    this.#loops.set(frame, loops);
    this.settlement.openItems(record.place, items.length, opened);
  }

  /** Opens the items of the next window of a source. */
  openWindow(record: StepRecord, items: readonly unknown[], opened: Required<Omit<OpenItems, 'only'>>): void {
    const { frame, node } = record.place;
    const { first } = opened;
    const known = this.#loops.get(frame)?.get(node);
    if (known) Object.assign(known, { items, first });
    else {
      const loops = this.#loops.get(frame) ?? new Map<number, OpenLoop>();
      loops.set(node, { record, items, results: [], ...NEW_LOOP, first, isOfSource: true });
      this.#loops.set(frame, loops);
    }
    this.settlement.openItems(record.place, items.length, opened);
  }

  /** Keeps the steps of an item that would have passed without a trace. */
  keep(records: readonly StepRecord[]): void {
    for (const record of records) this.#records.add(record);
  }

  drop(records: readonly StepRecord[]): void {
    for (const record of records) this.#records.delete(record);
  }

  /** In the order of their start. Items of a source that are kept stand where they ended. */
  get records(): readonly StepRecord[] {
    return [...this.#records];
  }

  openRepeat(record: StepRecord, most: number, { only }: Pick<OpenItems, 'only'>): void {
    const { frame, node } = record.place;
    const loops = this.#loops.get(frame) ?? new Map<number, OpenLoop>();
    loops.set(node, { record, items: [], results: [], ...NEW_LOOP, isRepeat: true });
    this.#loops.set(frame, loops);
    this.settlement.openItems(record.place, most, { only, atOnce: 1 });
  }

  /** Adds the pause after a round. It is a step of its own, of the type that waits, in the place of the repeat within the round. */
  addPause(round: Frame): StepRecord {
    this.settlement.pauseRound();
    this.enclosingLoop(round).pausedAfter = round.index;
    return this.add({ node: round.loop, frame: round }, Date.now(), 'wait');
  }

  /** Begins the next round of a repeat. Nothing but the result of this one is needed any more. */
  openNextRound(round: Frame): void {
    this.#forget(round);
    this.settlement.openNextRound(round);
  }

  closeRounds(round: Frame): void {
    this.#forget(round);
    this.settlement.closeRounds(round);
  }

  /** Returns the loop that an item belongs to. */
  enclosingLoop(item: Frame): OpenLoop {
    const loop = item.parent && this.#loops.get(item.parent)?.get(item.loop);
    if (!loop) throw new Error('the item belongs to no loop');
    return loop;
  }

  /** Returns whether it was the last item of its loop. Nothing refers to the steps of an item that is closed. */
  closeItem(item: Frame): boolean {
    this.#forget(item);
    return this.settlement.closeItem(item);
  }

  #forget(item: Frame): void {
    this.#byPlace.delete(item);
    this.#loops.delete(item);
    this.#itemVariables.delete(item);
  }

  noteProblem(item: Frame, message: string): void {
    const loop = this.enclosingLoop(item);
    if (!loop.problem || loop.problem.index > item.index) loop.problem = { index: item.index, message };
  }

  /** Returns whether the step was an open loop. */
  #closeLoop({ place: { frame, node } }: StepRecord): boolean {
    return this.#loops.get(frame)?.delete(node) ?? false;
  }

  /** Lets the steps that follow a settled step start. */
  settle(record: StepRecord): 'run failed' | 'run continues' {
    const { settlement } = this;
    const { place } = record;
    if (isPause(place)) return this.#endPause(record);
    const isOpenLoop = this.#closeLoop(record);
    if (record.status === 'success') {
      if (isOpenLoop) settlement.endLoop(place, record.handle ?? undefined);
      else settlement.succeed(place, record.handle);
      return 'run continues';
    }
    if (record.status === 'skipped') {
      settlement.pass(place);
      return 'run continues';
    }
    const isTaken = isOpenLoop ? settlement.endLoop(place, undefined) : settlement.fail(place);
    if (isTaken && !this.subgraph.hasErrorEdge(place.node)) this.#failItem(record);
    record.handle = isTaken && !settlement.failing ? 'error' : null;
    if (isTaken) return 'run continues';
    this.#failLoopsAround(record);
    if (place.frame.source) {
      this.sourceItems.fail(itemOfSource(place.frame), record);
      this.keep([record]);
    }
    return 'run failed';
  }

  /** A pause that fails, because there is no room for it, fails its repeat. */
  #endPause({ place: { frame }, status, error }: StepRecord): 'run continues' {
    if (status === 'failed') this.noteProblem(frame, error);
    this.settlement.endPause(frame);
    return 'run continues';
  }

  /** A step that fails only its item of a source also fails the loops within the item that it is in. */
  #failItem(record: StepRecord): void {
    const item = itemOfSource(record.place.frame);
    for (let frame = record.place.frame; frame !== item && frame.parent; frame = frame.parent) {
      this.enclosingLoop(frame).problem ??= { index: frame.index, message: `Step '${record.nodeId}' failed` };
    }
    this.sourceItems.fail(item, record);
  }

  /** A step that fails the run also fails the loops around it, even when it is in their last items. */
  #failLoopsAround({ place, nodeId }: StepRecord): void {
    for (let item: Frame = place.frame; item.parent; item = item.parent) {
      this.enclosingLoop(item).problem ??= { index: item.index, message: `Step '${nodeId}' failed` };
    }
  }

  /** Whether the step is an open loop. */
  isOpenLoop({ place: { frame, node } }: StepRecord): boolean {
    return this.#loops.get(frame)?.has(node) ?? false;
  }

  stepParams({ place }: StepRecord): Params {
    return this.#step(place).node.params;
  }

  /** Whether an edge leaves the step from this handle. */
  hasEdge({ place }: StepRecord, handle: string): boolean {
    return this.plan.graph.outgoing(place.node).some(link => link.handle === handle);
  }

  /** The steps whose results the params of a step refer to. */
  usedBy({ node, frame }: StepPlace): StepRecord[] {
    return this.#findRecords(this.plan.usedBy(node), frame);
  }

  /** The steps whose results the `collect` of a loop refers to, for one item. */
  usedByItem(item: Frame): StepRecord[] {
    return this.#findRecords(this.plan.usedByItem(item.loop, item.section.members), item);
  }

  /** The variables for the params of a step. They contain only the steps that the params refer to. */
  context({ node, frame }: StepPlace): Context {
    const context = this.#withLinks(node, frame, this.#buildContext(frame, this.usedBy({ node, frame })));
    const secrets = this.plan.secretsOf(node);
    return secrets.length === 0 ? context : { ...context, secrets: this.#markers.variable(secrets) };
  }

  /** What the secrets in the params of a step are rendered to, and what each of them stands for. */
  secretMarkers({ node }: StepPlace): ReadonlyMap<string, NamedSecret> {
    return this.#markers.of(this.plan.secretsOf(node));
  }

  /** The variables for the `collect` of a loop, which also sees the steps in the body of the loop. */
  itemContext(item: Frame): Context {
    return this.#withLinks(item.loop, item, this.#buildContext(item, this.usedByItem(item)));
  }

  #buildContext(frame: Frame, used: readonly StepRecord[]): Context {
    // `fromEntries` defines properties instead of assigning them: a step may be called __proto__.
    const steps: Record<string | symbol, unknown> = Object.fromEntries(
      used.map(record => [record.nodeId, record.templateView()]),
    );
    // A step that takes no part in this run is undefined all the way down, as one that was skipped.
    steps[UNDEFINED_BELOW] = explainMissingStep;
    const context = { ...this.#variables, steps };
    return frame.parent ? { ...context, ...this.#bodyVariables(frame) } : context;
  }

  /** What the bodies of the innermost loop and of the innermost repeat around see. */
  #bodyVariables(innermost: Frame): Context {
    const loop = this.#findFrame(innermost, { isRepeat: false });
    const round = this.#findFrame(innermost, { isRepeat: true });
    return {
      ...(loop && { loop: this.#loopVariable(loop) }),
      ...(round && { round: round.index + 1, last: this.enclosingLoop(round).results.at(-1) ?? null }),
    };
  }

  #findFrame(innermost: Frame | undefined, { isRepeat }: { isRepeat: boolean }): Frame | undefined {
    for (let frame = innermost; frame?.parent; frame = frame.parent) {
      if (this.enclosingLoop(frame).isRepeat === isRepeat) return frame;
    }
    return undefined;
  }

  /** The links of steps in loops around the frame are those of the present items. Other loops have no present item. */
  #withLinks(node: number, frame: Frame, context: Context): Context {
    const links = this.#links;
    if (!links || !this.plan.namesLinks(node)) return context;
    const { id } = this.facts;
    const entries = this.plan.calledSteps.flatMap(called => {
      const around = this.#frameOf(called, frame);
      const nodeId = this.plan.graph.id(called);
      return around ? [[nodeId, links.url(id, nodeId, around.iteration)] as const] : [];
    });
    return { ...context, run: { id, links: Object.fromEntries(entries) } };
  }

  #findRecords(nodes: readonly number[], frame: Frame): StepRecord[] {
    const records: StepRecord[] = [];
    for (const node of nodes) {
      const record = this.#find(node, frame);
      if (record) records.push(record);
    }
    return records;
  }

  /** Finds the record of a step in the frame itself, or in a frame around it. */
  #find(node: number, from: Frame): StepRecord | undefined {
    const frame = this.#frameOf(node, from);
    return frame && this.#byPlace.get(frame)?.get(node);
  }

  /** Finds the frame that a step belongs to: this one, or one around it. */
  #frameOf(node: number, from: Frame): Frame | undefined {
    const loop = this.subgraph.innermostLoop(node);
    for (let frame: Frame | undefined = from; frame; frame = frame.parent) {
      if (frame.loop === loop) return frame;
    }
    return undefined;
  }

  #loopVariable(item: Frame): unknown {
    let variable = this.#itemVariables.get(item);
    if (variable === undefined) {
      const around = this.#findFrame(item.parent, { isRepeat: false });
      const parent = around ? this.#loopVariable(around) : null;
      const { items, first, isOfSource } = this.enclosingLoop(item);
      const count = isOfSource ? null : item.count;
      variable = { item: items[item.index - first], index: item.index, count, parent };
      this.#itemVariables.set(item, variable);
    }
    return variable;
  }

  #step({ node }: StepPlace) {
    const step = this.plan.steps[node];
    if (!step) throw new Error(`there is no step number ${node}`);
    return step;
  }
}

/** Whether nothing is kept of the step unless its item keeps its details. */
export function isPassing({ place: { frame } }: StepRecord): boolean {
  return frame.source?.isPure === true;
}

/** Whether this is the place of a pause between two rounds: that of a repeat within one of its rounds. */
function isPause({ node, frame }: StepPlace): boolean {
  return frame.loop === node;
}
