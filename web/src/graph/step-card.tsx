import { Handle, type NodeProps, Position } from '@xyflow/react';
import { memo, useContext } from 'react';
import { Icon } from '../look/icons.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { CanvasActions } from './canvas-actions.ts';
import type { StepData, StepFlowNode, StepMark } from './flow-items.ts';
import { IssueCount } from './issue-count.tsx';
import { outputOffsets } from './sizes.ts';
import classes from './step-card.module.css';
import { StepTile } from './step-tile.tsx';

/**
 * A step on the canvas. It has no controls of its own: the label of the node around it says everything, and the toolbar
 * of the selection stands outside.
 */
export const StepCard = memo(function StepCard({ data, selected }: NodeProps<StepFlowNode>) {
  const { id, name, title, category, look, summary, result, mark, shape } = data;
  return (
    <div
      className={classes.card}
      data-category={category}
      data-direction={shape.direction}
      data-state={mark?.state}
      data-difference={mark?.difference}
      data-problem={mark?.errors ? 'error' : undefined}
      data-result={result === undefined ? undefined : 'true'}
      aria-hidden
    >
      {category !== 'trigger' && (
        <Handle
          type="target"
          position={shape.direction === 'right' ? Position.Left : Position.Top}
          className={classes.target}
        />
      )}
      <StepTile look={look} />
      <span className={classes.texts}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.summary}>{summary === '' ? title : <bdi>{summary}</bdi>}</span>
      </span>
      {mark && <Marks mark={mark} />}
      {selected && (
        <span className={classes.caption}>
          {title} · <bdi className="font-mono">{id}</bdi>
        </span>
      )}
      {result !== undefined && <span className={classes.result}>{result}</span>}
      <Outputs data={data} />
    </div>
  );
});

function Marks({ mark }: { mark: StepMark }) {
  const { state, text, items, errors, warnings, pinned, difference } = mark;
  return (
    <span className={classes.marks}>
      <span className="row gap-4">
        {difference && <span className={classes.difference}>{difference}</span>}
        {pinned && <Icon name="pin" size={14} />}
        {errors ? <IssueCount kind="error" number={errors} /> : null}
        {!errors && warnings ? <IssueCount kind="warning" number={warnings} /> : null}
        {state && <StateMark state={state} />}
      </span>
      {(text || items) && <span className={classes.text}>{items ? `${items.done}/${items.total}` : text}</span>}
    </span>
  );
}

function Outputs({ data: { id, shape, connected, isEditing } }: { data: StepData }) {
  const { insert } = useContext(CanvasActions);
  const offsets = outputOffsets(shape);
  const isRight = shape.direction === 'right';
  const add = (handle: string | null) =>
    isEditing ? (event: React.MouseEvent) => insert({ kind: 'output', source: id, handle }, event) : undefined;
  return (
    <>
      {shape.outputs.map((output, index) => (
        <Handle
          key={output ?? ''}
          type="source"
          id={output}
          position={isRight ? Position.Right : Position.Bottom}
          className={classes.source}
          data-open={isEditing && !connected[index] ? 'true' : undefined}
          data-label={output ?? undefined}
          // The border of the card is one pixel wide, and places count from inside of it.
          style={{ [isRight ? 'top' : 'left']: (offsets[index] ?? 0) - 1 }}
          onClick={add(output)}
        />
      ))}
      {shape.hasError && (
        <Handle
          type="source"
          id="error"
          position={isRight ? Position.Bottom : Position.Right}
          className={classes.error}
          data-connected={connected.at(-1) ? 'true' : undefined}
          onClick={add('error')}
        />
      )}
    </>
  );
}
