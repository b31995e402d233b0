import { Icon } from '../look/icons.tsx';
import { countErrors, countWarnings } from '../texts/counts.ts';

/** How many errors or warnings a step has. */
export function IssueCount({ kind, number }: { kind: 'error' | 'warning'; number: number }) {
  const isError = kind === 'error';
  return (
    <span
      className="inline-flex items-center gap-2 semibold"
      data-tone={isError ? 'failed' : 'warning'}
      role="img"
      aria-label={(isError ? countErrors : countWarnings)(number)}
    >
      <Icon name={isError ? 'circle-alert' : 'triangle-alert'} size={14} /> {number}
    </span>
  );
}
