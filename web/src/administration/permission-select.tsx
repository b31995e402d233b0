import { NativeSelect } from '@mantine/core';
import type { User } from '../api/administration.ts';
import { userPanel as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';

type Permission = User['permissions']['workflow'];

const PERMISSIONS = ['write', 'read', 'none'] as const satisfies Permission[];

interface PermissionSelectProps {
  value: Permission;
  onChange(value: Permission): void;
}

/** What a user may do with workflows. */
export function PermissionSelect({ value, onChange }: PermissionSelectProps) {
  return (
    <NativeSelect
      label={words.workflows}
      data={PERMISSIONS.map(each => ({ value: each, label: texts.permissions[each] }))}
      value={value}
      onChange={event => onChange(PERMISSIONS.find(each => each === event.currentTarget.value) ?? 'write')}
    />
  );
}
