import * as texts from '../texts/graph.ts';
import classes from './changed-text.module.css';
import { compareTexts, toComparableText } from './text-difference.ts';

/** Shows a value as it became, word by word: what was removed is struck out, what was added is underlined. */
export function ChangedText({ before, after }: { before: unknown; after: unknown }) {
  const parts = compareTexts(toComparableText(before), toComparableText(after));
  if (parts.length === 0) return <p className="dim text-12">{texts.empty}</p>;
  // Parts have no identity of their own, and are drawn anew as a whole.
  const keyed = parts.map((part, index) => ({ ...part, key: index }));
  return (
    <pre className={classes.text}>
      {keyed.map(({ kind, text, key }) => {
        if (kind === 'same') return <span key={key}>{text}</span>;
        return kind === 'added' ? <ins key={key}>{text}</ins> : <del key={key}>{text}</del>;
      })}
    </pre>
  );
}
