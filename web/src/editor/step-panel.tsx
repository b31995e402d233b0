/** The right-hand panel of the editor: everything about one step. */

import { ActionIcon, Tabs } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { DescribedCatalog as Catalog } from '../../../src/workflows/schemas.ts';
import { useSession } from '../api/session.ts';
import { draftsOf } from '../forms/drafts.ts';
import type { FormIssue } from '../forms/form-context.ts';
import { paramsSchemaOf } from '../forms/params-schema.ts';
import { SchemaForm } from '../forms/schema-form.tsx';
import type { Definition, GraphNode } from '../graph/definition.ts';
import { Icon } from '../look/icons.tsx';
import { lazily } from '../look/lazily.tsx';
import { textsOf } from '../templates/node-rules.ts';
import { type PreviewChoice, useTemplateContext } from '../templates/use-template-context.ts';
import * as texts from '../texts/editor.ts';
import { DataSection } from './panel/data-section.tsx';
import { isSetting } from './panel/setting-names.ts';
import classes from './panel/step-panel.module.css';
import { StepTitle } from './panel/step-title.tsx';
import { StepActions } from './run/step-actions.tsx';

const WaitWayField = lazily(async () => (await import('./panel/wait-way-field.tsx')).WaitWayField);
const OutputTab = lazily(async () => (await import('./panel/output-tab.tsx')).OutputTab);
const PollPanel = lazily(async () => (await import('./panel/poll-panel.tsx')).PollPanel);
const WebhookForm = lazily(async () => (await import('./panel/webhook-form.tsx')).WebhookForm);
const FormPreview = lazily(async () => (await import('./panel/form-preview.tsx')).FormPreview);
const StepIssues = lazily(async () => (await import('./panel/step-issues.tsx')).StepIssues);
const SettingsTab = lazily(async () => (await import('./panel/settings-tab.tsx')).SettingsTab);
const DocsTab = lazily(async () => (await import('./panel/docs-tab.tsx')).DocsTab);

export interface StepPanelProps {
  readonly node: GraphNode;
  readonly definition: Definition;
  readonly catalog: Catalog;
  /** The issues of this step. */
  readonly issues: readonly FormIssue[];
  /** The run whose data templates are previewed with. */
  readonly preview: PreviewChoice;
  readonly readOnly?: boolean;
  onChange(node: GraphNode): void;
  /** Gives the step another id, which is free. */
  onRename(id: string): void;
  onClose?(): void;
}

const FIRST_ITEM: readonly number[] = [];

export function StepPanel(props: StepPanelProps) {
  const { node, definition, catalog, issues, preview, readOnly = false, onChange } = props;
  const panel = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState<string | null>('params');
  const [iteration, setIteration] = useState(FIRST_ITEM);
  const type = catalog.node_types.find(each => each.type === node.type);
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
  const params = node.params ?? {};
  const changeParams = (next: Record<string, unknown>) => onChange({ ...node, params: next });
  const showParam = (param: string) => {
    setTab(isSetting(param) ? 'settings' : 'params');
    // The tab is there after the next drawing.
    setTimeout(() => panel.current && focusParam(panel.current, param), 50);
  };
  const form = {
    schema,
    value: params,
    issues,
    readOnly,
    templates,
    texts: textsOf(node.type),
    catalog,
    formId,
    onChange: changeParams,
  };

  return (
    <div className={classes.panel} ref={panel}>
      <header className={classes.head}>
        <StepTitle
          node={node}
          definition={definition}
          typeTitle={type?.title ?? node.type}
          readOnly={readOnly}
          onName={name => onChange(withName(node, name))}
          onRename={props.onRename}
        />
        <div className={classes.actions}>
          <StepActions node={node} />
          {props.onClose && (
            <ActionIcon aria-label={texts.closePanel} onClick={props.onClose}>
              <Icon name="x" size={16} />
            </ActionIcon>
          )}
        </div>
      </header>
      {issues.length > 0 && <StepIssues issues={issues} onShow={showParam} />}
      <Tabs value={tab} onChange={setTab} className={classes.tabs} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="params">{texts.params2}</Tabs.Tab>
          <Tabs.Tab value="output">{texts.output}</Tabs.Tab>
          <Tabs.Tab value="settings">{texts.settings}</Tabs.Tab>
          <Tabs.Tab value="docs">{texts.docs}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="params" className={classes.body}>
          {node.type === 'wait' && <WaitWayField node={node} readOnly={readOnly} onChange={changeParams} />}
          {Object.keys(schema.properties ?? {}).filter(name => !isSetting(name)).length === 0 &&
          Object.keys(params).length === 0 ? (
            <p className="dim">{texts.stepNoParams}</p>
          ) : node.type === 'trigger.webhook' ? (
            <WebhookForm key={node.id} {...form} />
          ) : (
            <SchemaForm key={node.id} {...form} only={node.type === 'wait' ? isParamOfWait : isParam} />
          )}
          {node.type === 'trigger.poll' && (
            <PollPanel node={node} workflowId={preview.workflow.id} readOnly={readOnly} onChange={changeParams} />
          )}
          {node.type === 'trigger.form' && <FormPreview params={params} />}
        </Tabs.Panel>
        <Tabs.Panel value="output" className={classes.body}>
          <OutputTab
            nodeId={node.id}
            runId={preview.runId}
            iteration={iteration}
            loops={templates.step.data.loops.length}
            pin={definition.editor?.pins?.[node.id]}
          />
        </Tabs.Panel>
        <Tabs.Panel value="settings" className={classes.body}>
          <SettingsTab {...form} node={node} definition={definition} isTrigger={type?.is_trigger ?? false} />
        </Tabs.Panel>
        <Tabs.Panel value="docs" className={classes.body}>
          <DocsTab node={node} catalog={catalog} />
        </Tabs.Panel>
      </Tabs>
      {!type?.is_trigger && (tab === 'params' || tab === 'settings') && (
        <DataSection
          templates={templates}
          loop={loop}
          iteration={iteration}
          onIteration={setIteration}
          readOnly={readOnly}
          isLoading={isLoading}
          error={error}
          hasRun={preview.runId !== null}
        />
      )}
    </div>
  );
}

function focusParam(panel: HTMLElement, param: string): void {
  const field = panel.querySelector(`[data-param="${CSS.escape(param)}"]`);
  field?.scrollIntoView({ block: 'nearest' });
  field?.querySelector<HTMLElement>('input, textarea, [contenteditable], button')?.focus();
}

function isParam(name: string): boolean {
  return !isSetting(name);
}

/** `call` is chosen above the form. */
function isParamOfWait(name: string): boolean {
  return isParam(name) && name !== 'call';
}

function withName(node: GraphNode, name: string): GraphNode {
  if (name !== '') return { ...node, name };
  const { name: _, ...rest } = node;
  return rest;
}
