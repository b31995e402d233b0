import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../look/icons.tsx';
import * as texts from '../texts/runs.ts';
import { fromFieldTime, PERIOD_WORDS, timeWord, toFieldTime } from './run-words.ts';
import { PERIODS, type RunsSearch, type SearchChanges } from './search.ts';

interface TimeFilterProps {
  search: RunsSearch;
  onChange(changes: SearchChanges): void;
}

/** When the runs were started: a period that ends now, or any two times. */
export function TimeFilter({ search, onChange }: TimeFilterProps) {
  const [opened, setOpened] = useState(false);
  const isSet = search.period !== undefined || search.from !== undefined || search.to !== undefined;

  function choose(changes: SearchChanges) {
    setOpened(false);
    onChange({ period: undefined, from: undefined, to: undefined, ...changes });
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          aria-label={texts.timeIs(timeWord(search, Date.now()))}
          leftSection={<Icon name="clock" size={14} />}
          fw={isSet ? 600 : 400}
          onClick={() => setOpened(!opened)}
        >
          {timeWord(search, Date.now())}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.time}>
        <Stack gap={4}>
          <Choice label={texts.anyTime} isChosen={!isSet} onClick={() => choose({})} />
          {PERIODS.map(period => (
            <Choice
              key={period}
              label={PERIOD_WORDS[period]}
              isChosen={search.period === period}
              onClick={() => choose({ period })}
            />
          ))}
          <Range search={search} onChoose={choose} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ label, isChosen, onClick }: { label: string; isChosen: boolean; onClick(): void }) {
  return (
    <Button
      variant={isChosen ? 'light' : 'subtle'}
      color="gray"
      size="xs"
      justify="flex-start"
      fw={isChosen ? 600 : 400}
      aria-pressed={isChosen}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function Range({ search, onChoose }: { search: RunsSearch; onChoose(changes: SearchChanges): void }) {
  const [from, setFrom] = useState(toFieldTime(search.from));
  const [to, setTo] = useState(toFieldTime(search.to));
  const range = { from: fromFieldTime(from), to: fromFieldTime(to) };
  const isBackwards = range.from !== undefined && range.to !== undefined && range.from >= range.to;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (!isBackwards) onChoose(range);
      }}
    >
      <Stack gap={8} mt={4}>
        <TextInput
          type="datetime-local"
          label={texts.from}
          value={from}
          onChange={event => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={texts.toLabel}
          value={to}
          onChange={event => setTo(event.currentTarget.value)}
          error={isBackwards ? texts.beforeBeginning : undefined}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={isBackwards}>
            {texts.showTime}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
