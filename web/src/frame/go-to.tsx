/** Ctrl+K: goes to any page, workflow or run. */
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { workflowListQuery } from '../api/workflows.ts';
import { Icon } from '../look/icons.tsx';
import classes from './go-to.module.css';
import { findPlaces, type Place } from './places.ts';

const WORKFLOWS = 8;
const DELAY_MS = 120;

export function GoTo({ onClose }: { onClose(): void }) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [searched] = useDebouncedValue(text.trim(), DELAY_MS);
  const found = useQuery(workflowListQuery({ limit: WORKFLOWS, ...(searched !== '' && { text: searched }) }));
  const places = findPlaces(text, found.data?.items ?? []);
  const current = Math.min(chosen, places.length - 1);

  function go(place: Place | undefined) {
    if (!place) return;
    onClose();
    router.history.push(place.path);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((current + step + places.length) % Math.max(1, places.length));
    else if (event.key === 'Enter') go(places[current]);
    else return;
    event.preventDefault();
  }

  return (
    <Modal opened onClose={onClose} withCloseButton={false} centered={false} padding={0} yOffset="12vh" size="lg">
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        className={classes.input}
        leftSection={<Icon name="search" />}
        placeholder="Go to a page, a workflow, or the id of a run"
        aria-label="Go to"
        role="combobox"
        aria-expanded
        aria-controls="places"
        aria-activedescendant={current >= 0 ? `place-${current}` : undefined}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="places" role="listbox" aria-label="Places" className={classes.places}>
        {places.map((place, index) => (
          <div
            key={place.path}
            id={`place-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={classes.place}
            onMouseMove={() => setChosen(index)}
            onClick={() => go(place)}
            onKeyDown={onKeyDown}
          >
            <Icon name={place.icon} />
            <span className="truncate">{place.label}</span>
            <span className="dim">{place.kind}</span>
          </div>
        ))}
        {places.length === 0 && !found.isFetching && <p className={classes.none}>Nothing is called like this.</p>}
      </div>
    </Modal>
  );
}
