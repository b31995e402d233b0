/** How a step is tried again, when it is given up, and what happens when it fails. */

import type { SchemaFormProps } from '../../forms/schema-form.tsx';
import { SchemaForm } from '../../forms/schema-form.tsx';
import { type Definition, type GraphNode, handleOf, nameOfStep } from '../../graph/definition.ts';
import { sentence } from '../../look/sentence.ts';
import * as texts from '../../texts/editor-panel.ts';
import { isSetting } from './setting-names.ts';
import classes from './step-panel.module.css';

interface SettingsTabProps extends SchemaFormProps {
  readonly node: GraphNode;
  readonly definition: Definition;
  readonly isTrigger: boolean;
}

export function SettingsTab({ node, definition, isTrigger, ...form }: SettingsTabProps) {
  const hasSettings =
    Object.keys(form.schema.properties ?? {}).some(isSetting) || Object.keys(form.value).some(isSetting);
  return (
    <div className={classes.settings}>
      {hasSettings && <SchemaForm {...form} only={isSetting} />}
      {!isTrigger && <FailurePath node={node} definition={definition} />}
      {!hasSettings && isTrigger && <p className="dim">{texts.triggerNoSettingsCan}</p>}
    </div>
  );
}

function FailurePath({ node, definition }: { node: GraphNode; definition: Definition }) {
  const targets = definition.edges.filter(edge => edge.source === node.id && handleOf(edge) === 'error');
  const names = targets.map(({ target }) => nameOfStep(definition, target));
  return (
    <div>
      <h3 className={classes.heading}>{texts.whenStepFails}</h3>
      <p className="small">
        {names.length === 0
          ? sentence(texts.runFails, <span className="mono">error</span>)
          : sentence(
              texts.runContinues,
              names.join(', '),
              <span className="mono">{`{{ steps.${node.id}.error }}`}</span>,
            )}
      </p>
    </div>
  );
}
