import { hostOf } from '../api/credential-hosts.ts';
import { TagsInput } from '../look/inputs/tags-input.tsx';
import * as words from '../texts/common.ts';
import { hostsField as texts } from '../texts/credentials.ts';

interface HostsFieldProps {
  hosts: readonly string[];
  problem?: string | undefined;
  readOnly?: boolean;
  onChange(hosts: readonly string[]): void;
}

/** The hosts to which a credential may go. A whole address may be pasted: its host stays. */
export function HostsField({ hosts, problem, readOnly = false, onChange }: HostsFieldProps) {
  return (
    <TagsInput
      label={words.hosts}
      description={texts.hint}
      placeholder={hosts.length === 0 && !readOnly ? texts.placeholder : undefined}
      value={[...hosts]}
      error={problem}
      readOnly={readOnly}
      withAsterisk
      splitChars={[',', ' ']}
      acceptValueOnBlur
      clearable={false}
      onChange={next => onChange([...new Set(next.map(hostOf))])}
    />
  );
}
