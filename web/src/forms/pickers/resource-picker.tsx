/** A picker for what has an id and a name. An id that is not in the list, such as one of somebody else, is kept. */

import { Select } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import * as texts from '../../texts/forms.ts';
import type { ControlProps } from '../form-context.ts';

interface ResourcePickerProps extends ControlProps {
  readonly found: UseQueryResult<readonly { id: string; name: string }[]>;
  /** What the list is of, such as "panels". */
  readonly plural: string;
}

export function ResourcePicker(props: ResourcePickerProps) {
  const { id, value, onChange, isRequired, isInvalid, readOnly, describedBy, found, plural, schema } = props;
  const items = found.data ?? [];
  const current = typeof value === 'string' && value !== '' ? value : null;
  const isUnknown = current !== null && !items.some(item => item.id === current);
  return (
    <Select
      id={id}
      data={[
        ...items.map(item => ({ value: item.id, label: item.name })),
        ...(isUnknown ? [{ value: current, label: current }] : []),
      ]}
      value={current}
      searchable
      clearable={!isRequired && !readOnly}
      required={isRequired}
      error={isInvalid || (found.error?.message ?? false)}
      readOnly={readOnly}
      placeholder={placeholderOf(found, plural, typeof schema.default === 'string' ? schema.default : undefined)}
      nothingFoundMessage={texts.noName(plural)}
      aria-describedby={describedBy}
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
