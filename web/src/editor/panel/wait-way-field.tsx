import { SegmentedControl } from '@mantine/core';
import { WAIT_WAYS, type WaitWay, waitWay } from '../../forms/params-schema.ts';
import type { SchemaFormProps } from '../../forms/schema-form.tsx';
import type { GraphNode } from '../../graph/definition.ts';
import { CopyButton } from '../../look/copy-button.tsx';
import { isName, quoteText } from '../../templates/paths.ts';
import { waits as texts } from '../../texts/waits.ts';
import classes from './step-panel.module.css';

interface WaitWayFieldProps {
  readonly node: GraphNode;
  readonly readOnly: boolean;
  onUpdate: SchemaFormProps['onUpdate'];
}

/** What the params are first when somebody chooses the way. */
const FIRST: Readonly<Record<WaitWay, unknown>> = { seconds: 60, until: '', call: true, event: { name: '' } };

/** Chooses what a step waits for. The form below has only the fields of that. */
export function WaitWayField({ node, readOnly, onUpdate }: WaitWayFieldProps) {
  const way = waitWay(node.params ?? {});
  const choose = (value: string) => {
    const next = WAIT_WAYS.find(each => each === value) ?? 'seconds';
    const isMet = next === 'call' || next === 'event';
    onUpdate(({ seconds: _, until: __, call: ___, event: ____, timeout_seconds, ...rest }) => ({
      ...rest,
      [next]: FIRST[next],
      ...(isMet && timeout_seconds !== undefined && { timeout_seconds }),
    }));
  };
  const link = `{{ run.links${isName(node.id) ? `.${node.id}` : `[${quoteText(node.id)}]`} }}`;
  return (
    <div className={classes.settings}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.waitsFor}
        data={WAIT_WAYS.map(each => ({ value: each, label: texts.ways[each] }))}
        value={way}
        onChange={choose}
        readOnly={readOnly}
      />
      {way === 'call' && (
        <p className="small">
          {texts.callHelp} <span className="mono">{link}</span> <CopyButton text={link} label={texts.copyLink} />
        </p>
      )}
    </div>
  );
}
