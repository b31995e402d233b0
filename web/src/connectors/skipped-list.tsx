import classes from './new-connector.module.css';

interface SkippedListProps {
  title: string;
  skipped: readonly { method: string; path: string; reason: string }[];
}

const SHOWN = 200;

/** The operations that can not become tools, with the reason of each. */
export function SkippedList({ title, skipped }: SkippedListProps) {
  return (
    <details className={classes.skipped}>
      <summary>{title}</summary>
      <ul>
        {skipped.slice(0, SHOWN).map(({ method, path, reason }) => (
          <li key={`${method} ${path}`}>
            <span className="mono">
              {method.toUpperCase()} {path}
            </span>{' '}
            <span className="dim">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
