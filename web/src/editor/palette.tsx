/** The searchable list of node types and tools, at the place where somebody asked for a step. */

import { TextInput } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Catalog } from '../graph/catalog.ts';
import type { Point } from '../graph/definition.ts';
import { Icon } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import { type InsertStep, insertStep, type NewStep, type Place } from './document/inserting.ts';
import classes from './palette.module.css';
import { entriesFor, listEntries, type PaletteEntry, searchEntries, shortenEntries } from './palette-entries.ts';

interface PaletteProps {
  catalog: Catalog;
  place: Place;
  /** Where it opens, in the window. */
  at: Point;
  hasTrigger: boolean;
  onChoose(step: NewStep, insert: InsertStep): void;
  onClose(): void;
}

const WIDTH = 380;
const HEIGHT = 440;
const MARGIN = 8;

export function Palette({ catalog, place, at, hasTrigger, onClose, ...props }: PaletteProps) {
  const onChoose = (step: NewStep) => props.onChoose(step, insertStep);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const list = useId();
  const box = useClickOutside(onClose);
  const input = useRef<HTMLInputElement>(null);
  const entries = useMemo(() => entriesFor(listEntries(catalog), place, hasTrigger), [catalog, place, hasTrigger]);
  const { entries: found, leftOut } = useMemo(
    () => shortenEntries(searchEntries(entries, text), text.trim() !== ''),
    [entries, text],
  );
  const chosen = found[Math.min(active, found.length - 1)];
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    else if (event.key === 'Enter' && chosen) onChoose(chosen.step);
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      className={classes.palette}
      data-tour="palette"
      style={placeIn(at)}
      role="dialog"
      aria-label={texts.addStep}
    >
      <TextInput
        ref={input}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        leftSection={<Icon name="search" size={16} />}
        placeholder={texts.searchStepsTools}
        aria-label={texts.searchStepsTools}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={chosen ? optionId(list, chosen) : undefined}
        autoComplete="off"
      />
      <div className={classes.list} id={list} role="listbox" aria-label={texts.stepsTools}>
        {found.map((entry, index) => (
          <Option
            key={entry.key}
            id={optionId(list, entry)}
            entry={entry}
            // A search mixes the sections, so their titles would only be in the way.
            startsSection={text.trim() === '' && found[index - 1]?.section !== entry.section}
            isActive={entry === chosen}
            leftOut={leftOut.get(entry) ?? 0}
            onChoose={onChoose}
          />
        ))}
      </div>
      {found.length === 0 && <p className={classes.nothing}>{texts.nothingCalled}</p>}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  startsSection: boolean;
  isActive: boolean;
  /** How many more there are after it. */
  leftOut: number;
  onChoose(step: NewStep): void;
}

function Option({ id, entry, startsSection, isActive, leftOut, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { title, description, output, icon, section, step } = entry;
  return (
    <>
      {startsSection && (
        <div className={classes.section} role="presentation">
          {section}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys of the list */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active option */}
      <div
        ref={element}
        id={id}
        role="option"
        aria-selected={isActive}
        className={classes.option}
        onClick={() => onChoose(step)}
      >
        <span className={classes.icon}>
          <Icon name={icon} size={16} />
        </span>
        <span className="grid min-w-0">
          <span className="small semibold">{title}</span>
          <span className={classes.description}>{description}</span>
          {output !== '' && <span className={classes.output}>{texts.gives(output)}</span>}
        </span>
      </div>
      {leftOut > 0 && (
        <div className={classes.more} role="presentation">
          {texts.moreTools(leftOut)}
        </div>
      )}
    </>
  );
}

function optionId(list: string, { key }: PaletteEntry): string {
  return `${list}-${key.replaceAll(/[^a-z0-9]/gi, '-')}`;
}

/** Keeps the whole palette in the window. */
function placeIn({ x, y }: Point): { left: number; top: number; width: number; maxHeight: number } {
  const width = Math.min(WIDTH, innerWidth - 2 * MARGIN);
  const maxHeight = Math.min(HEIGHT, innerHeight - 2 * MARGIN);
  return {
    width,
    maxHeight,
    left: Math.max(MARGIN, Math.min(x - width / 2, innerWidth - width - MARGIN)),
    top: Math.max(MARGIN, Math.min(y + MARGIN, innerHeight - maxHeight - MARGIN)),
  };
}
