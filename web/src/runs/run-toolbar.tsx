import { Button, CloseButton, Menu, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '../look/icons.tsx';
import type { Structure } from '../run-parts/structure.ts';
import * as texts from '../texts/runs.ts';
import classes from './run-page.module.css';
import type { RunSearch, RunView } from './run-search.ts';

interface RunToolbarProps {
  search: RunSearch;
  structure: Structure | undefined;
  onChange(changed: Partial<Record<keyof RunSearch, unknown>>): void;
}

const VIEWS: { value: RunView; label: string }[] = [
  { value: 'timeline', label: texts.timeline },
  { value: 'canvas', label: texts.canvas },
  { value: 'json', label: 'JSON' },
];

export function RunToolbar({ search, structure, onChange }: RunToolbarProps) {
  const view = search.view ?? 'timeline';
  return (
    <div className={classes.toolbar}>
      <SegmentedControl
        size="xs"
        aria-label={texts.view}
        data={VIEWS}
        value={view}
        onChange={value => onChange({ view: value })}
      />
      {view === 'timeline' && (
        <>
          <Button
            size="compact-sm"
            variant={search.failed ? 'light' : 'default'}
            aria-pressed={search.failed === true}
            leftSection={<Icon name="circle-x" />}
            onClick={() => onChange({ failed: search.failed ? undefined : true })}
          >
            {texts.failedOnly}
          </Button>
          <TypeFilter search={search} structure={structure} onChange={onChange} />
          <FindField text={search.find ?? ''} onChange={find => onChange({ find })} />
        </>
      )}
    </div>
  );
}

function TypeFilter({ search, structure, onChange }: RunToolbarProps) {
  const chosen = search.types ?? [];
  const types = [...new Set([...(structure?.nodes.values() ?? [])].map(({ type }) => type))].toSorted();
  const toggle = (type: string) =>
    onChange({ types: chosen.includes(type) ? chosen.filter(each => each !== type) : [...chosen, type] });
  return (
    <Menu closeOnItemClick={false} position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant={chosen.length > 0 ? 'light' : 'default'}
          rightSection={<Icon name="chevron-down" />}
        >
          {chosen.length === 0 ? texts.allTypes : chosen.length === 1 ? chosen[0] : texts.types(chosen.length)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map(type => (
          <Menu.Item
            key={type}
            role="menuitemcheckbox"
            aria-checked={chosen.includes(type)}
            rightSection={chosen.includes(type) && <Icon name="check" />}
            onClick={() => toggle(type)}
          >
            {type}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={chosen.length === 0} onClick={() => onChange({ types: [] })}>
          {texts.showAllTypes}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const TYPING_MS = 200;

function FindField({ text, onChange }: { text: string; onChange(text: string): void }) {
  const [typed, setTyped] = useState(text);
  const report = useDebouncedCallback(onChange, TYPING_MS);
  const type = (value: string) => {
    setTyped(value);
    report(value);
  };
  return (
    <TextInput
      size="xs"
      className={classes.find}
      aria-label={texts.findNamesErrorsOutputs}
      placeholder={texts.findPlaceholder}
      leftSection={<Icon name="search" />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={texts.clearSearch} onClick={() => type('')} />}
      value={typed}
      onChange={event => type(event.currentTarget.value)}
    />
  );
}
