/** People by their e-mail address. Addresses of nobody here can be typed too. */

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleByIdQuery, peopleQuery } from '../../api/pickers.ts';
import { isUuid } from '../../look/address.ts';
import { TagsInput } from '../../look/inputs/tags-input.tsx';
import * as texts from '../../texts/forms.ts';
import { type ControlProps, inputProps } from '../form-context.ts';
import { readPeople } from '../people.ts';

export function PeoplePicker(props: ControlProps) {
  const { value, onChange } = props;
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search, 150);
  const found = useQuery(peopleQuery(text));
  const chosen = readPeople(value);
  const named = useQuery(peopleByIdQuery(chosen.filter(isUuid)));
  const names = (named.data ?? []).map(person => `${person.name} <${person.email}>`).join(', ');
  return (
    <TagsInput
      {...inputProps(props)}
      value={chosen}
      data={(found.data ?? []).map(({ email }) => email)}
      searchValue={search}
      onSearchChange={setSearch}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      placeholder={chosen.length === 0 ? texts.eMailAddresses : ''}
      description={names}
      renderOption={({ option }) => {
        const person = (found.data ?? []).find(({ email }) => email === option.value);
        return person ? `${person.name} · ${person.email}` : option.value;
      }}
      onChange={next => onChange(next.length === 0 ? undefined : next)}
    />
  );
}
