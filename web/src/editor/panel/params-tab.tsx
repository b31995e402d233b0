/** The params of a step that are about what it does. */
import { SchemaForm, type SchemaFormProps } from '../../forms/schema-form.tsx';
import type { GraphNode } from '../../graph/definition.ts';
import { lazily } from '../../look/lazily.tsx';
import * as texts from '../../texts/editor.ts';
import { isSetting } from './setting-names.ts';

const WaitWayField = lazily(async () => (await import('./wait-way-field.tsx')).WaitWayField);
const PollPanel = lazily(async () => (await import('./poll-panel.tsx')).PollPanel);
const WebhookForm = lazily(async () => (await import('./webhook-form.tsx')).WebhookForm);
const FormPreview = lazily(async () => (await import('./form-preview.tsx')).FormPreview);

interface ParamsTabProps {
  readonly node: GraphNode;
  readonly workflowId: string;
  readonly form: SchemaFormProps & { readonly readOnly: boolean };
}

export function ParamsTab({ node, workflowId, form }: ParamsTabProps) {
  const { schema, value: params, readOnly, onUpdate } = form;
  const isWithoutParams = Object.keys(schema.properties ?? {}).every(isSetting) && Object.keys(params).length === 0;
  return (
    <>
      {node.type === 'wait' && <WaitWayField node={node} readOnly={readOnly} onUpdate={onUpdate} />}
      {isWithoutParams ? (
        <p className="dim">{texts.stepNoParams}</p>
      ) : node.type === 'trigger.webhook' ? (
        <WebhookForm key={node.id} {...form} />
      ) : (
        <SchemaForm
          key={node.id}
          {...form}
          workflowId={workflowId}
          only={node.type === 'wait' ? isParamOfWait : isParam}
        />
      )}
      {node.type === 'trigger.poll' && (
        <PollPanel node={node} workflowId={workflowId} readOnly={readOnly} onUpdate={onUpdate} />
      )}
      {node.type === 'trigger.form' && <FormPreview params={params} />}
    </>
  );
}

function isParam(name: string): boolean {
  return !isSetting(name);
}

/** `call` is chosen above the form. */
function isParamOfWait(name: string): boolean {
  return isParam(name) && name !== 'call';
}
