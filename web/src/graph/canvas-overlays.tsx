/** What lies over the steps: the zoom and the tools, the map, and why a step failed. */
import { CloseButton } from '@mantine/core';
import { MiniMap, NodeToolbar, Panel, Position, useReactFlow, useStore } from '@xyflow/react';
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { Icon, type IconName } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as texts from '../texts/graph.ts';
import classes from './canvas.module.css';
import type { FlowNode } from './flow-items.ts';
import { zoomLevel } from './zoom-level.ts';

const MAP_SIZE = { width: 144, height: 96 };
const MAP_COLOURS: Readonly<Record<string, string>> = {
  running: 'var(--running)',
  waiting: 'var(--waiting)',
  success: 'var(--success)',
  failed: 'var(--failed)',
};

export function MapOfWorkflow() {
  return (
    <MiniMap
      position="bottom-right"
      className={classes.map}
      style={MAP_SIZE}
      pannable
      zoomable
      nodeColor={mapColour}
      nodeStrokeWidth={0}
      nodeBorderRadius={8}
    />
  );
}

function mapColour(node: FlowNode): string {
  if (node.type === 'note') return 'var(--warning-soft)';
  const { state, errors } = node.data.mark ?? {};
  if (state) return MAP_COLOURS[state] ?? 'var(--line)';
  return errors ? 'var(--failed)' : 'var(--line-strong)';
}

/** Tells the styles of cards and edges how much can be read. It draws nothing, and no card again. */
export function ZoomLevelMark({ wrapper }: { wrapper: RefObject<HTMLDivElement | null> }) {
  const level = useStore(({ transform }) => zoomLevel(transform[2]));
  useLayoutEffect(() => {
    if (wrapper.current) wrapper.current.dataset.zoom = level;
  }, [wrapper, level]);
  return null;
}

interface CanvasBarProps {
  tools: ReactNode;
  status: ReactNode;
  onFit(): void;
}

/** The tools of the page, the zoom and the state of things, in one bar at the lower edge. */
export function CanvasBar({ tools, status, onFit }: CanvasBarProps) {
  const { zoomIn, zoomOut } = useReactFlow();
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100));
  return (
    <Panel position="bottom-left" className={classes.bar}>
      {tools}
      <div className={classes.zoom} role="toolbar" aria-label={texts.view}>
        <ZoomButton icon="minus" label={texts.zoomOut} onClick={() => void zoomOut()} />
        <span className={classes.percent}>{texts.percent(percent)}</span>
        <ZoomButton icon="plus" label={texts.zoom} onClick={() => void zoomIn()} />
        <ZoomButton icon="maximize" label={texts.fitIntoView} onClick={onFit} />
      </div>
      {status}
    </Panel>
  );
}

function ZoomButton({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return <IconButton icon={icon} label={label} size={32} title={label} onClick={onClick} />;
}

export interface Failure {
  key: string;
  name: string;
  error: string;
}

/** The error of the step that ended a run, beside the step, until somebody hides it. */
export function FailureNote({ failure: { key, name, error } }: { failure: Failure }) {
  const [isHidden, setHidden] = useState(false);
  const isNarrow = useStore(({ width }) => width < 720);
  if (isHidden) return null;
  return (
    <NodeToolbar
      nodeId={key}
      isVisible
      position={isNarrow ? Position.Bottom : Position.Right}
      offset={isNarrow ? 28 : 16}
    >
      <div className={classes.failure} role="note" aria-label={texts.whyFailed(name)}>
        <Icon name="circle-x" size={16} />
        <p>{error}</p>
        <CloseButton size="sm" aria-label={texts.hideError} onClick={() => setHidden(true)} />
      </div>
    </NodeToolbar>
  );
}
