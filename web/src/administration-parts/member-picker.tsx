import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleSearchQuery } from '../api/people.ts';
import { groups as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';

interface MemberPickerProps {
  /** Those who need not be offered again. */
  members: readonly string[];
  disabled: boolean;
  onAdd(userId: string): void;
}

/** Finds users by their name or address. Those who are disabled can not be added. */
export function MemberPicker({ members, disabled, onAdd }: MemberPickerProps) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 150);
  const { data: people = [] } = useQuery(peopleSearchQuery(searched));
  const others = text.trim() === '' ? [] : people.filter(({ id }) => !members.includes(id));
  return (
    <Select
      label={texts.addMember}
      placeholder={words.nameOrAddress}
      data={others.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
      value={null}
      onChange={id => {
        setText('');
        if (id !== null) onAdd(id);
      }}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={text.trim() === '' ? undefined : texts.nobodyFits}
      disabled={disabled}
    />
  );
}
