import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../icons.tsx';

interface SearchFieldProps {
  /** The text of the address. */
  text: string;
  label: string;
  placeholder: string;
  className?: string | undefined;
  maxLength?: number;
  onChange(text: string): void;
}

const TYPING_MS = 300;

/** The address changes when the user pauses. What comes from the address replaces the text, except while they type. */
export function SearchField({ text, label, placeholder, className, maxLength, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed.trim() === text.trim()) return;
    const timer = setTimeout(() => {
      setKnown(typed);
      onChange(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" />}
      {...(maxLength !== undefined && { maxLength })}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
    />
  );
}
