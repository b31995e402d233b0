import { TextInput } from '@mantine/core';
import { newCredential as texts } from '../texts/credentials.ts';

interface ReminderFieldProps {
  at: number | null;
  label?: string;
  readOnly?: boolean;
  onChange(at: number | null): void;
}

/** A day, in the browser's time zone. */
export function ReminderField({ at, label = texts.rotateAt, readOnly = false, onChange }: ReminderFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={at === null ? '' : toDay(at)}
      readOnly={readOnly}
      maw={220}
      onChange={event => onChange(fromDay(event.currentTarget.value))}
    />
  );
}

function fromDay(text: string): number | null {
  const time = new Date(`${text}T00:00:00`).getTime();
  return Number.isNaN(time) || time < 0 ? null : time;
}

function toDay(time: number): string {
  const date = new Date(time);
  const pad = (number: number, digits: number) => String(number).padStart(digits, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}
