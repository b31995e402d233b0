/** The labels of a run. Each leads to the runs that have it as well. */
import { Link } from '@tanstack/react-router';
import * as texts from '../texts/runs.ts';
import classes from './run-labels.module.css';
import { writeLabels } from './search.ts';

export function RunLabels({ labels }: { labels: Readonly<Record<string, string>> }) {
  return (
    <span className="inline-flex gap-4 overflow-hidden">
      {Object.entries(labels).map(([name, value]) => (
        <Link
          key={name}
          to="/runs"
          search={{ labels: writeLabels({ [name]: value }) }}
          className={classes.label}
          title={texts.runsWithLabel(name, value)}
        >
          {name}: {value}
        </Link>
      ))}
    </span>
  );
}
