/** People by their e-mail address. Addresses of nobody here can be typed too. */

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleByIdQuery, peopleQuery } from '../../api/pickers.ts';
import { TagsInput } from '../../look/tags-input.tsx';
import * as texts from '../../texts/forms.ts';
import type { ControlProps } from '../form-context.ts';
import { readPeople } from '../people.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function PeoplePicker({ id, value, onChange, isRequired, isInvalid, readOnly, describedBy }: ControlProps) {
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search, 150);
  const found = useQuery(peopleQuery(text));
  const chosen = readPeople(value);
  const named = useQuery(peopleByIdQuery(chosen.filter(each => UUID.test(each))));
  const names = (named.data ?? []).map(person => `${person.name} <${person.email}>`).join(', ');
  return (
    <TagsInput
      id={id}
      value={chosen}
      data={(found.data ?? []).map(({ email }) => email)}
      searchValue={search}
      onSearchChange={setSearch}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      placeholder={chosen.length === 0 ? texts.eMailAddresses : ''}
      required={isRequired}
      error={isInvalid}
      readOnly={readOnly}
      description={names}
      aria-describedby={describedBy}
      renderOption={({ option }) => {
        const person = (found.data ?? []).find(({ email }) => email === option.value);
        return person ? `${person.name} · ${person.email}` : option.value;
      }}
      onChange={next => onChange(next.length === 0 ? undefined : next)}
    />
  );
}
