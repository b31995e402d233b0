/** Which control edits which kind of field. */
import type { ComponentType } from 'react';
import type { Texts } from '../../../src/engine/node-rules.ts';
import { lazily } from '../look/lazily.tsx';
import type { FieldKind, Picker } from './field-kind.ts';
import { BooleanControl } from './fields/boolean-control.tsx';
import { EnumControl } from './fields/enum-control.tsx';
import { FileControl } from './fields/file-control.tsx';
import { JsonControl } from './fields/json-control.tsx';
import { ListControl } from './fields/list-control.tsx';
import { LongTextControl } from './fields/long-text-control.tsx';
import { MapControl } from './fields/map-control.tsx';
import { NumberControl } from './fields/number-control.tsx';
import { ObjectControl } from './fields/object-control.tsx';
import { SchemaControl } from './fields/schema-control.tsx';
import { TextControl } from './fields/text-control.tsx';
import type { ControlProps } from './form-context.ts';
import { AssistantPicker } from './pickers/assistant-picker.tsx';
import { ModelPicker } from './pickers/model-picker.tsx';
import { PanelPicker } from './pickers/panel-picker.tsx';
import { PeoplePicker } from './pickers/people-picker.tsx';
import { TimezonePicker } from './pickers/timezone-picker.tsx';
import { ToolPicker } from './pickers/tool-picker.tsx';

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
  tool: ToolPicker,
  panel: PanelPicker,
  assistant: AssistantPicker,
  model: ModelPicker,
  people: PeoplePicker,
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
