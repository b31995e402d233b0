/** Which control edits which kind of field. */
import type { ComponentType } from 'react';
import type { Texts } from '../../../src/engine/node-rules.ts';
import { lazily } from '../look/lazily.tsx';
import type { FieldKind, Picker } from './field-kind.ts';
import { BooleanControl } from './fields/boolean-control.tsx';
import { JsonControl } from './fields/json-control.tsx';
import { LongTextControl } from './fields/long-text-control.tsx';
import { MapControl } from './fields/map-control.tsx';
import { NumberControl } from './fields/number-control.tsx';
import { ObjectControl } from './fields/object-control.tsx';
import { TextControl } from './fields/text-control.tsx';
import type { ControlProps } from './form-context.ts';

/** Few steps have these fields, or what they are made of is large. */
const EnumControl = lazily(async () => (await import('./fields/enum-control.tsx')).EnumControl);
const ListControl = lazily(async () => (await import('./fields/list-control.tsx')).ListControl);
const FileControl = lazily(async () => (await import('./fields/file-control.tsx')).FileControl);
const ScriptControl = lazily(async () => (await import('./fields/script-control.tsx')).ScriptControl);
const SchemaControl = lazily(async () => (await import('./fields/schema-control.tsx')).SchemaControl);
const AssistantPicker = lazily(async () => (await import('./pickers/resource-picker.tsx')).AssistantPicker);
const WorkflowPicker = lazily(async () => (await import('./pickers/resource-picker.tsx')).WorkflowPicker);
const WorkflowsPicker = lazily(async () => (await import('./pickers/workflows-picker.tsx')).WorkflowsPicker);
const PeoplePicker = lazily(async () => (await import('./pickers/people-picker.tsx')).PeoplePicker);
const TimezonePicker = lazily(async () => (await import('./pickers/timezone-picker.tsx')).TimezonePicker);
const ToolPicker = lazily(async () => (await import('./pickers/tool-picker.tsx')).ToolPicker);
const PanelPicker = lazily(async () => (await import('./pickers/resource-picker.tsx')).PanelPicker);
const ModelPicker = lazily(async () => (await import('./pickers/model-picker.tsx')).ModelPicker);
const CredentialPicker = lazily(async () => (await import('./pickers/credential-picker.tsx')).CredentialPicker);
const CronPicker = lazily(async () => (await import('./pickers/cron-picker.tsx')).CronPicker);

const CONTROLS: Readonly<Record<FieldKind, ComponentType<ControlProps>>> = {
  text: TextControl,
  'long text': LongTextControl,
  number: NumberControl,
  boolean: BooleanControl,
  enum: EnumControl,
  list: ListControl,
  map: MapControl,
  object: ObjectControl,
  file: FileControl,
  json: JsonControl,
};

const PICKERS: Readonly<Record<Picker, ComponentType<ControlProps>>> = {
  code: ScriptControl,
  tool: ToolPicker,
  panel: PanelPicker,
  assistant: AssistantPicker,
  workflow: WorkflowPicker,
  model: ModelPicker,
  credential: CredentialPicker,
  people: PeoplePicker,
  workflows: WorkflowsPicker,
  cron: CronPicker,
  timezone: TimezonePicker,
};

export function controlFor(kind: FieldKind, picker: Picker | undefined, texts: Texts): ComponentType<ControlProps> {
  if (picker) return PICKERS[picker];
  return texts === 'schema' || texts === 'form schema' ? SchemaControl : CONTROLS[kind];
}

/** A check box has its label beside it. */
export function hasOwnLabel(kind: FieldKind, picker: Picker | undefined): boolean {
  return kind === 'boolean' && picker === undefined;
}

/** Whether a field consists of several fields. */
export function isGroup(kind: FieldKind): boolean {
  return kind === 'list' || kind === 'map' || kind === 'object';
}
