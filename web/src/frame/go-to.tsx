/** Ctrl+K: goes to any page, workflow, file or run, and does what the present page can do. */
import { Kbd, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { foundQuery } from '../api/finding.ts';
import type { Session } from '../api/session.ts';
import { Icon } from '../look/icons.tsx';
import { listPageActions } from '../look/page/page-actions.ts';
import { frame } from '../texts/frame.ts';
import { findBarrier } from './barriers.ts';
import classes from './go-to.module.css';
import { findPlaces, type Place } from './places.ts';

const { palette: texts } = frame;
const DELAY_MS = 120;

interface GoToProps {
  user: Session['user'];
  onClose(): void;
  onHelp(): void;
}

export function GoTo({ user, onClose, onHelp }: GoToProps) {
  const router = useRouter();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [searched] = useDebouncedValue(text.trim(), DELAY_MS);
  const { data: found = [], isFetching } = useQuery(foundQuery(searched));
  const [actions] = useState(() => [...listPageActions(), { label: texts.showKeys, keys: '?', run: onHelp }]);
  const places = findPlaces(text, { found, actions, isAdmin: user.admin }).filter(
    ({ target }) => !('path' in target) || findBarrier(target.path, user) === undefined,
  );
  const current = Math.min(chosen, places.length - 1);
  const shown = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is at the ref when the number changes.
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function go(place: Place | undefined) {
    if (!place) return;
    onClose();
    if ('path' in place.target) router.history.push(place.target.path);
    // What the page does may move the focus, and so it waits until the palette has given it back.
    else setTimeout(place.target.action.run);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((current + step + places.length) % Math.max(1, places.length));
    else if (event.key === 'Enter') go(places[current]);
    else return;
    event.preventDefault();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      padding={0}
      yOffset="12vh"
      size="lg"
      aria-label={texts.label}
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        className={classes.input}
        leftSection={<Icon name="search" />}
        placeholder={texts.placeholder}
        aria-label={texts.label}
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
      <div id="places" role="listbox" aria-label={texts.places} className={classes.places}>
        {places.map((place, index) => (
          <div
            key={place.id}
            ref={index === current ? shown : undefined}
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
            <Hint place={place} />
            <span className="dim">{place.kind}</span>
          </div>
        ))}
        {places.length === 0 && !isFetching && <p className={classes.none}>{texts.nothing}</p>}
      </div>
    </Modal>
  );
}

function Hint({ place: { hint, target } }: { place: Place }) {
  if (hint === undefined) return <span />;
  if ('action' in target) return <Kbd size="xs">{hint}</Kbd>;
  return <span className={classes.hint}>{hint}</span>;
}
