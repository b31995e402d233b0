/** What the params of a poll need beside their form: the choice of its times, and what it finds at the moment. */
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pollPreviewQuery } from '../../api/polls.ts';
import type { SchemaFormProps } from '../../forms/schema-form.tsx';
import type { GraphNode } from '../../graph/definition.ts';
import { Icon } from '../../look/icons.tsx';
import { ErrorState } from '../../look/states/error-state.tsx';
import * as texts from '../../texts/polls.ts';
import classes from './step-panel.module.css';

interface PollPanelProps {
  readonly node: GraphNode;
  readonly workflowId: string;
  readonly readOnly: boolean;
  onUpdate: SchemaFormProps['onUpdate'];
}

const FIRST = { seconds: 300, cron: '0 * * * *' };

export function PollPanel({ node, workflowId, readOnly, onUpdate }: PollPanelProps) {
  const params = node.params ?? {};
  return (
    <div className={classes.settings}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.times}
        data={[
          { value: 'seconds', label: texts.seconds },
          { value: 'cron', label: texts.cron },
        ]}
        value={typeof params.every === 'string' ? 'cron' : 'seconds'}
        onChange={value =>
          onUpdate(before => {
            const { timezone, ...rest } = before;
            return value === 'cron' ? { ...before, every: FIRST.cron } : { ...rest, every: FIRST.seconds };
          })
        }
        readOnly={readOnly}
      />
      <Preview workflowId={workflowId} nodeId={node.id} params={params} />
    </div>
  );
}

interface PreviewProps {
  readonly workflowId: string;
  readonly nodeId: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The source is asked when somebody presses the button, with the params of that moment. */
function Preview({ workflowId, nodeId, params }: PreviewProps) {
  const [asked, setAsked] = useState<Readonly<Record<string, unknown>>>();
  const { data, error, isFetching, refetch } = useQuery({
    ...pollPreviewQuery(workflowId, nodeId, asked ?? {}),
    enabled: asked !== undefined,
  });
  const look = () => (asked === params ? void refetch() : setAsked(params));
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={isFetching}
        leftSection={<Icon name="rss" size={14} />}
        onClick={look}
      >
        {asked ? texts.refresh : texts.preview}
      </Button>
      {error && <ErrorState error={error} />}
      {data && data.error !== null && <p role="alert">{data.error}</p>}
      {data?.error === null && (
        <div>
          <p className="dim">
            {data.count === 0 ? texts.noItems : texts.found(data.count)}
            {data.count > data.items.length && ` ${texts.shownFirst(data.items.length)}`}
          </p>
          {data.items.map(({ key, item, cut }) => (
            <details key={key}>
              <summary className="mono truncate">{key}</summary>
              <pre>{typeof item === 'string' ? item : JSON.stringify(item, null, 2)}</pre>
              {cut && <span className="dim">{texts.isCut}</span>}
            </details>
          ))}
          {data.cursor !== null && (
            <p className="dim">
              {texts.nextCursor}: <span className="mono">{JSON.stringify(data.cursor)}</span>
            </p>
          )}
        </div>
      )}
    </>
  );
}
