/** A schedule: chosen from the usual ones or written as cron, told in a sentence, with its next ten times. */

import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { readScheduleDays } from '../../../../src/engine/schedule-days.ts';
import { scheduleQuery } from '../../api/pickers.ts';
import { formatInZone } from '../../look/duration.ts';
import { NumberField } from '../../look/inputs/number-field.tsx';
import * as texts from '../../texts/forms.ts';
import { weekdays } from '../../texts/schedules.ts';
import { type CronPlan, describeCron, FIRST_PLAN, type Frequency, readPlan, writePlan } from '../cron-plan.ts';
import classes from '../field.module.css';
import { type ControlProps, inputProps, useForm } from '../form-context.ts';

const FREQUENCIES: readonly { value: Frequency | 'cron'; label: string }[] = [
  { value: 'hour', label: texts.everyHour },
  { value: 'day', label: texts.everyDay },
  { value: 'weekday', label: texts.workdays },
  { value: 'week', label: texts.everyWeek },
  { value: 'month', label: texts.everyMonth },
  { value: 'cron', label: texts.anotherSchedule },
];

export function CronPicker(props: ControlProps) {
  const { label, value, onChange, onUpdate, readOnly, describedBy } = props;
  const cron = toText(value);
  const aboutId = useId();
  return (
    <div>
      {!readOnly && <PlanPicker label={label} cron={cron} onUpdate={onUpdate} />}
      <TextInput
        {...inputProps(props)}
        value={cron}
        className="mono"
        placeholder="0 8 * * 1-5"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={[describedBy, aboutId].filter(Boolean).join(' ')}
        onChange={event => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      <div id={aboutId}>
        <NextTimes cron={cron} />
      </div>
    </div>
  );
}

function PlanPicker({ label, cron, onUpdate }: { label: string; cron: string } & Pick<ControlProps, 'onUpdate'>) {
  const plan = readPlan(cron);
  const set = (change: Partial<CronPlan>) =>
    onUpdate(before => writePlan({ ...FIRST_PLAN, ...readPlan(toText(before)), ...change }));
  return (
    <Group gap={6} mb={6} wrap="wrap" role="group" aria-label={texts.chooseThe(label.toLowerCase())}>
      <Select
        aria-label={texts.howOften}
        w={170}
        data={[...FREQUENCIES]}
        value={plan?.every ?? (cron === '' ? null : 'cron')}
        placeholder={texts.howOften}
        allowDeselect={false}
        onChange={next => {
          const every = FREQUENCIES.find(each => each.value === next)?.value;
          if (every !== undefined && every !== 'cron') set({ every });
        }}
      />
      {plan?.every === 'week' && (
        <Select
          aria-label={texts.dayWeek}
          w={130}
          data={weekdays.map((name, day) => ({ value: String(day), label: name }))}
          value={String(plan.weekday)}
          allowDeselect={false}
          onChange={day => set({ weekday: Number(day) })}
        />
      )}
      {plan?.every === 'month' && (
        <NumberField
          aria-label={texts.dayOfMonth}
          w={80}
          isInteger
          value={plan.day}
          onChange={day => typeof day === 'number' && set({ day: Math.min(31, Math.max(1, day)) })}
        />
      )}
      {plan && plan.every !== 'hour' && (
        <TextInput
          aria-label={texts.time}
          type="time"
          w={130}
          value={`${pad(plan.hour)}:${pad(plan.minute)}`}
          onChange={event => {
            const [hour, minute] = event.currentTarget.value.split(':').map(Number);
            if (hour !== undefined && minute !== undefined) set({ hour, minute });
          }}
        />
      )}
    </Group>
  );
}

function NextTimes({ cron }: { cron: string }) {
  const { values, workflowId } = useForm();
  const timezone = typeof values.timezone === 'string' && values.timezone !== '' ? values.timezone : 'UTC';
  const schedule = useMemo(() => ({ cron, days: readScheduleDays(values.days) }), [cron, values.days]);
  const [asked] = useDebouncedValue(schedule, 250);
  const preview = useQuery(scheduleQuery({ ...asked, timezone, workflow_id: workflowId }));
  if (cron.trim() === '') return null;
  const sentence = describeCron(cron, schedule.days);
  const isCurrent = asked === schedule && preview.data !== undefined;
  return (
    <div className={classes.cron} role="status">
      {sentence !== undefined && (
        <strong>
          {sentence} ({timezone})
        </strong>
      )}
      {isCurrent && preview.data.error !== '' && <p className="failed">{preview.data.error}</p>}
      {isCurrent && preview.data.valid && (
        <ol className={classes.times} aria-label={texts.nextTimes}>
          {preview.data.next_runs.map(time => (
            <li key={time}>{formatInZone(time, timezone)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
