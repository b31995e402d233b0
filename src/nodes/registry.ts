import { aiChoice } from './ai-choice.ts';
import { aiCondition } from './ai-condition.ts';
import { assistantRun } from './assistant-run.ts';
import { code } from './code.ts';
import { condition } from './condition.ts';
import { eventSend } from './event-send.ts';
import { fileToTextNode } from './file-to-text.ts';
import { httpRequest } from './http-request.ts';
import { humanApproval } from './human-approval.ts';
import { loop } from './loop.ts';
import { messageSend } from './message-send.ts';
import type { NodeLimits, NodeType, NodeTypeName } from './node.ts';
import { notify } from './notify.ts';
import { output } from './output.ts';
import { repeat } from './repeat.ts';
import { switchNode } from './switch.ts';
import { toolCall } from './tool-call.ts';
import { transform } from './transform.ts';
import { boosterFileTrigger } from './triggers/booster-file.ts';
import { boosterRecordTrigger } from './triggers/booster-record.ts';
import { databaseChangeTrigger } from './triggers/database-change.ts';
import { formTrigger } from './triggers/form.ts';
import { manualTrigger } from './triggers/manual.ts';
import { messageTrigger } from './triggers/message.ts';
import { pollTrigger } from './triggers/poll.ts';
import { runTrigger } from './triggers/run.ts';
import { scheduleTrigger } from './triggers/schedule.ts';
import { webhookTrigger } from './triggers/webhook.ts';
import { webhookReply } from './triggers/webhook-reply.ts';
import { wait } from './wait.ts';
import { withWidgets } from './widgets.ts';
import { workflowRun } from './workflow-run.ts';

export type NodeRegistry = { readonly [Type in NodeTypeName]: NodeType<Type> };

/** Creates the registry of all node types, in the order of the catalog. */
export function createNodeRegistry(limits: NodeLimits): NodeRegistry {
  return {
    'trigger.manual': manualTrigger,
    'trigger.schedule': scheduleTrigger(limits),
    'trigger.webhook': webhookTrigger,
    'trigger.booster_record': boosterRecordTrigger,
    'trigger.booster_file': boosterFileTrigger,
    'trigger.run': runTrigger,
    'trigger.poll': pollTrigger(limits),
    'trigger.database_change': databaseChangeTrigger,
    'trigger.form': formTrigger,
    'trigger.message': messageTrigger,
    'tool.call': toolCall,
    'assistant.run': assistantRun,
    'workflow.run': workflowRun,
    'http.request': httpRequest,
    notify: notify(limits),
    'file.to_text': fileToTextNode,
    code,
    'event.send': eventSend,
    'message.send': messageSend,
    'webhook.reply': webhookReply,
    'human.approval': humanApproval(limits),
    wait,
    condition,
    switch: switchNode,
    'ai.condition': aiCondition,
    'ai.choice': aiChoice,
    loop,
    repeat,
    transform,
    output,
  };
}

/** The entry of a node type in the catalog. */
interface CatalogEntry {
  type: string;
  title: string;
  description: string;
  category: NodeType['category'];
  is_trigger: boolean;
  terminal: boolean;
  handles: string[];
  /** Whether it has the default output beside its named ones. */
  default_output?: true;
  params_schema: NodeType['paramsSchema'];
}

export function toCatalogEntry(node: NodeType): CatalogEntry {
  const { type, title, description, category, terminal, handles, paramsSchema, defaultOutput } = node;
  return {
    type,
    title,
    description,
    category,
    is_trigger: category === 'trigger',
    terminal,
    handles: [...handles],
    ...(defaultOutput && { default_output: true }),
    params_schema: paramsSchema,
  };
}

/** The entry for editors: with how params are edited, and with what a step gives. */
export function toDescribedEntry(node: NodeType) {
  const { paramsSchema, outputSchema } = node;
  return { ...toCatalogEntry(node), params_schema: withWidgets(paramsSchema), output_schema: outputSchema };
}
