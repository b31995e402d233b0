/** The panel beside the canvas. It can be made wider; on narrow screens it lies over the page. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { lazily } from '../look/lazily.tsx';
import { useStored } from '../look/use-stored.ts';
import * as texts from '../texts/editor.ts';
import classes from './side-panel.module.css';

const PanelDrawer = lazily(async () => (await import('../look/page/panel-drawer.tsx')).PanelDrawer);

const SMALLEST = 320;
const LARGEST = 900;
const DEFAULT_WIDTH = 420;
const KEY_STEP = 24;

interface SidePanelProps {
  label: string;
  isNarrow: boolean;
  /** Whether it covers the canvas. */
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
}

export function SidePanel({ label, isNarrow, isWide = false, onClose, children }: SidePanelProps) {
  const [width, setWidth] = useStored('heddle.panel-width', DEFAULT_WIDTH);
  if (isNarrow) {
    return (
      <PanelDrawer label={label} isWide={isWide} onClose={onClose}>
        {children}
      </PanelDrawer>
    );
  }
  return (
    <>
      {!isWide && <Divider width={width} onChange={setWidth} />}
      <aside
        className={classes.panel}
        style={{ width: isWide ? '100%' : width }}
        data-wide={isWide || undefined}
        aria-label={label}
      >
        {children}
      </aside>
    </>
  );
}

function Divider({ width, onChange }: { width: number; onChange(width: number): void }) {
  const drag = useRef<{ x: number; width: number }>(null);
  const limit = (value: number) => onChange(Math.max(SMALLEST, Math.min(LARGEST, value)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') limit(width + KEY_STEP);
    else if (event.key === 'ArrowRight') limit(width - KEY_STEP);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can not be moved
    <div
      className={classes.divider}
      role="separator"
      aria-label={texts.widthPanel}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={SMALLEST}
      aria-valuemax={LARGEST}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, width };
      }}
      onPointerMove={event => {
        if (drag.current) limit(drag.current.width + drag.current.x - event.clientX);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    />
  );
}
