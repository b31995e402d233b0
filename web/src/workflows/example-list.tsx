import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Example, examplesQuery, importWorkflow } from '../api/workflows.ts';
import { GraphDrawing } from '../graph/graph-drawing.tsx';
import { Icon } from '../look/icons.tsx';
import { Problem } from '../look/states/problem.tsx';
import classes from './create-dialog.module.css';
import { useBegin } from './use-begin.ts';

/** The examples as cards. Each becomes a workflow of the user, which is opened. */
export function ExampleList({ most = Number.POSITIVE_INFINITY }: { most?: number }) {
  const { data, error } = useQuery(examplesQuery);
  const { problem, busyWith, begin } = useBegin();
  if (error) return <Problem>{error.message}</Problem>;
  const use = (example: Example) =>
    void begin(async () => (await importWorkflow(example.document)).workflow.id, example.id);
  return (
    <>
      <Problem>{problem}</Problem>
      <ul className={classes.examples}>
        {data
          ? data.slice(0, most).map(example => (
              <li key={example.id}>
                <button
                  type="button"
                  className={classes.example}
                  onClick={() => use(example)}
                  disabled={busyWith !== undefined}
                  aria-busy={busyWith === example.id}
                >
                  <GraphDrawing definition={example.document.workflow.definition} />
                  <span className={classes.title}>
                    {example.title}
                    <Icon name="arrow-right" size={14} />
                  </span>
                  <span className="small dim flex-1">{example.description}</span>
                  <span className="tiny dim">{example.features.join(' · ')}</span>
                </button>
              </li>
            ))
          : Array.from({ length: Math.min(most, 6) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
              <Skeleton key={index} height={164} component="li" />
            ))}
      </ul>
    </>
  );
}
