/** The right-hand panel of the editor: everything about one step. */

import { Tabs } from '@mantine/core';
import { type FocusEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { DescribedCatalog as Catalog } from '../../../src/workflows/schemas.ts';
import { useSession } from '../api/session.ts';
import { draftsOf } from '../forms/drafts.ts';
import type { Update, Values } from '../forms/form-context.ts';
import { paramsSchemaOf } from '../forms/params-schema.ts';
import type { Definition, GraphNode } from '../graph/definition.ts';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { lazily } from '../look/lazily.tsx';
import { useNarrow } from '../look/use-narrow.ts';
import { textsOf } from '../templates/node-rules.ts';
import { type PreviewChoice, useTemplateContext } from '../templates/use-template-context.ts';
import * as texts from '../texts/editor.ts';
import type { EditorIssue } from './document/issues.ts';
import { useEditorParts } from './editor-context.ts';
import { moveFocus, startFilling } from './filling.ts';
import { DataSection } from './panel/data-section.tsx';
import { firstEmptyParam, focusField } from './panel/focus-field.ts';
import { ParamsTab } from './panel/params-tab.tsx';
import { isSetting } from './panel/setting-names.ts';
import classes from './panel/step-panel.module.css';
import { StepTitle } from './panel/step-title.tsx';
import { StepActions } from './run/step-actions.tsx';

const OutputTab = lazily(async () => (await import('./panel/output-tab.tsx')).OutputTab);
const StepIssues = lazily(async () => (await import('./panel/step-issues.tsx')).StepIssues);
const SettingsTab = lazily(async () => (await import('./panel/settings-tab.tsx')).SettingsTab);
const DocsTab = lazily(async () => (await import('./panel/docs-tab.tsx')).DocsTab);

export interface StepPanelProps {
  readonly node: GraphNode;
  readonly definition: Definition;
  readonly catalog: Catalog;
  /** The issues of this step. */
  readonly issues: readonly EditorIssue[];
  /** The run whose data templates are previewed with. */
  readonly preview: PreviewChoice;
  readonly readOnly: boolean;
  /** Whether the data, the params and the output stand side by side. */
  readonly isWide: boolean;
  onWide(isWide: boolean): void;
  /** Whether its first empty field takes the focus, because it is a new step. */
  readonly takesFocus: boolean;
  onUpdate(update: Update<GraphNode>): void;
  /** Gives the step another id, which is free. */
  onRename(id: string): void;
  onClose(): void;
}

/** Below it, the columns would be too narrow, and are tabs. */
const COLUMNS_WIDTH = 1100;
const FIRST_ITEM: readonly number[] = [];

export function StepPanel(props: StepPanelProps) {
  const { node, definition, catalog, issues, preview, readOnly, isWide } = props;
  const panel = useRef<HTMLDivElement>(null);
  const [chosenTab, setTab] = useState<string | null>('params');
  const { form, data } = useStepForm(props);
  const isTrigger = catalog.node_types.find(({ type }) => type === node.type)?.is_trigger ?? false;
  const first = props.takesFocus ? firstEmptyParam(form.schema, form.value, isTrigger) : undefined;
  const showParam = useFocus(panel, first);
  useFocusInside(panel, isWide);
  const watched = useWatchedFocus(node, readOnly);
  const hasNoRoom = useNarrow(COLUMNS_WIDTH);
  const isColumns = isWide && !hasNoRoom;
  const hasDataTab = isWide && hasNoRoom && !isTrigger;
  const hasTab = chosenTab === 'output' ? !isColumns : chosenTab !== 'data' || hasDataTab;
  const tab = hasTab ? chosenTab : 'params';
  const dataSection = <DataSection {...data} readOnly={readOnly} hasRun={preview.runId !== null} isWhole={isWide} />;
  const output = (
    <OutputTab
      nodeId={node.id}
      runId={preview.runId}
      iteration={data.iteration}
      loops={data.templates.step.data.loops.length}
      pin={definition.editor?.pins?.[node.id]}
    />
  );
  return (
    <div className={classes.panel} ref={panel} data-columns={isColumns ? (isTrigger ? 2 : 3) : undefined} {...watched}>
      <StepHead {...props} />
      {issues.length > 0 && (
        <StepIssues
          issues={issues}
          onShow={param => {
            setTab(isSetting(param) ? 'settings' : 'params');
            showParam(param);
          }}
        />
      )}
      <Tabs value={tab} onChange={setTab} className={classes.tabs} keepMounted={false}>
        <Tabs.List>
          {hasDataTab && <Tabs.Tab value="data">{texts.data}</Tabs.Tab>}
          <Tabs.Tab value="params">{texts.params}</Tabs.Tab>
          {!isColumns && <Tabs.Tab value="output">{texts.output}</Tabs.Tab>}
          <Tabs.Tab value="settings">{texts.settings}</Tabs.Tab>
          <Tabs.Tab value="docs">{texts.docs}</Tabs.Tab>
        </Tabs.List>
        {hasDataTab && (
          <Tabs.Panel value="data" className={classes.body}>
            {dataSection}
          </Tabs.Panel>
        )}
        {/* A value of the data goes into the field that was used last, which must be there. */}
        <Tabs.Panel value="params" className={classes.body} keepMounted={hasDataTab}>
          <ParamsTab node={node} workflowId={preview.workflow.id} form={form} />
        </Tabs.Panel>
        {!isColumns && (
          <Tabs.Panel value="output" className={classes.body}>
            {output}
          </Tabs.Panel>
        )}
        <Tabs.Panel value="settings" className={classes.body}>
          <SettingsTab {...form} node={node} definition={definition} isTrigger={isTrigger} />
        </Tabs.Panel>
        <Tabs.Panel value="docs" className={classes.body}>
          <DocsTab node={node} catalog={catalog} />
        </Tabs.Panel>
      </Tabs>
      {!isTrigger && !hasDataTab && (isColumns || tab === 'params' || tab === 'settings') && dataSection}
      {isColumns && (
        <section className={classes.outputColumn} aria-label={texts.output}>
          <h3 className={classes.columnHead}>{texts.output}</h3>
          {output}
        </section>
      )}
    </div>
  );
}

function StepHead(props: StepPanelProps) {
  const { node, definition, catalog, readOnly, isWide, onWide, onUpdate, onRename, onClose } = props;
  const width = isWide ? texts.besideCanvas : texts.sideBySide;
  const type = catalog.node_types.find(each => each.type === node.type);
  return (
    <header className={classes.head}>
      <StepTitle
        node={node}
        definition={definition}
        typeTitle={type?.title ?? node.type}
        readOnly={readOnly}
        onName={name => onUpdate(before => withName(before, name))}
        onRename={onRename}
      />
      <div className="row gap-2 flex-none">
        <StepActions node={node} />
        <IconButton
          icon={isWide ? 'panel-right' : 'columns-3'}
          label={texts.sideBySide}
          hint={width}
          aria-pressed={isWide}
          data-width
          onClick={() => onWide(!isWide)}
        />
        <IconButton icon="x" label={texts.closeThePanel} data-tour="close" onClick={onClose} />
      </div>
    </header>
  );
}

/** The form of the params, and the data that goes into its templates. */
function useStepForm({ node, definition, catalog, issues, preview, readOnly, onUpdate }: StepPanelProps) {
  const [iteration, setIteration] = useState(FIRST_ITEM);
  const schema = useMemo(() => paramsSchemaOf(node, catalog), [node, catalog]);
  const { templates, loop, isLoading, error } = useTemplateContext({
    nodeId: node.id,
    definition,
    catalog,
    choice: preview,
    iteration,
    readOnly,
  });
  const formId = `${draftsOf(useSession().user.id, preview.workflow.id)}${node.id}`;
  return {
    form: {
      schema,
      value: node.params ?? {},
      issues,
      readOnly,
      templates,
      texts: textsOf(node.type),
      catalog,
      formId,
      onUpdate: (update: Update<Values, Record<string, unknown>>) =>
        onUpdate(before => ({ ...before, params: update(before.params ?? {}) })),
    },
    data: { templates, loop, isLoading, error, iteration, onIteration: setIteration },
  };
}

/** Brings the focus to a field: at first to the given one, and later to whichever is asked for. */
function useFocus(panel: RefObject<HTMLElement | null>, first: string | undefined): (param: string) => void {
  const [wanted, setWanted] = useState(first === undefined ? undefined : { param: first });
  useEffect(() => {
    return wanted && panel.current ? focusField(panel.current, wanted.param) : undefined;
  }, [panel, wanted]);
  return param => setWanted({ param });
}

/** The canvas, which had the focus, is covered by a wide panel. */
function useFocusInside(panel: RefObject<HTMLElement | null>, isWide: boolean): void {
  useEffect(() => {
    if (!isWide || panel.current?.contains(document.activeElement)) return undefined;
    const field = panel.current?.querySelector('[data-param]')?.getAttribute('data-param');
    panel.current?.querySelector<HTMLElement>('[data-width]')?.focus();
    return field && panel.current ? focusField(panel.current, field) : undefined;
  }, [panel, isWide]);
}

/** Tells which param has the focus, so that an empty one is not called wrong before it was left. */
function useWatchedFocus({ id, params = {} }: GraphNode, readOnly: boolean) {
  const { store } = useEditorParts();
  const move = (to: EventTarget | null) => {
    const { filling, fill } = store.getState();
    const next = moveFocus(filling?.step === id ? filling : startFilling(id), paramOf(to), params);
    if (next !== filling) fill(next);
  };
  if (readOnly) return {};
  return {
    onFocus: (event: FocusEvent) => move(event.target),
    onBlur: (event: FocusEvent) => move(event.relatedTarget),
  };
}

/** Returns the top-level param of a field, which may consist of others. */
function paramOf(target: EventTarget | null): string | null {
  let param: string | null = null;
  let field = target instanceof Element ? target.closest('[data-param]') : null;
  for (; field; field = field.parentElement?.closest('[data-param]') ?? null) param = field.getAttribute('data-param');
  return param;
}

function withName(node: GraphNode, name: string): GraphNode {
  if (name !== '') return { ...node, name };
  const { name: _, ...rest } = node;
  return rest;
}
