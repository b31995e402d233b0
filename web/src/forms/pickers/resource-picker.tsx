/** A picker for what has an id and a name. An id that is not in the list, such as one of somebody else, is kept. */

import { Select } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { assistantsQuery, panelsQuery, workflowsQuery } from '../../api/pickers.ts';
import * as texts from '../../texts/forms.ts';
import { type ControlProps, inputProps } from '../form-context.ts';

interface ResourcePickerProps extends ControlProps {
  readonly found: UseQueryResult<readonly { id: string; name: string }[]>;
  /** What the list is of, such as "panels". */
  readonly plural: string;
}

export function AssistantPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(assistantsQuery)} plural="assistants" />;
}

export function PanelPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(panelsQuery)} plural="panels" />;
}

export function WorkflowPicker(props: ControlProps) {
  return <ResourcePicker {...props} found={useQuery(workflowsQuery)} plural="workflows" />;
}

function ResourcePicker(props: ResourcePickerProps) {
  const { value, onChange, isRequired, isInvalid, readOnly, found, plural, schema } = props;
  const items = found.data ?? [];
  const current = typeof value === 'string' && value !== '' ? value : null;
  const isUnknown = current !== null && !items.some(item => item.id === current);
  return (
    <Select
      {...inputProps(props)}
      data={[
        ...items.map(item => ({ value: item.id, label: item.name })),
        ...(isUnknown ? [{ value: current, label: current }] : []),
      ]}
      value={current}
      searchable
      clearable={!isRequired && !readOnly}
      error={isInvalid || (found.error?.message ?? false)}
      placeholder={placeholderOf(found, plural, typeof schema.default === 'string' ? schema.default : undefined)}
      nothingFoundMessage={texts.noName(plural)}
      clearButtonProps={{ 'aria-label': texts.clear }}
      onChange={next => onChange(next ?? undefined)}
    />
  );
}

function placeholderOf(found: ResourcePickerProps['found'], plural: string, fallback: string | undefined): string {
  if (fallback !== undefined) return fallback;
  if (found.isLoading) return texts.loading;
  return found.data?.length === 0 ? texts.thereNoYet(plural) : texts.choose;
}
