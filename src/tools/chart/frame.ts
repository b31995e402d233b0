/** Axes, grid and labels around a plot. */
import { element, type Svg } from '../svg.ts';
import type { Box, Chart } from './chart.ts';
import { AXIS, FAINT_INK, GRID } from './colors.ts';
import type { Scale } from './scale.ts';
import { cut, drawText, LABEL_SIZE, textWidth } from './text.ts';

const TITLE_ROOM = 24;
const LABEL_GAP = 8;
const TURN = -38;

/** An axis along which labels stand, each in the middle of its own slot. */
export interface SlotAxis {
  kind: 'slots';
  labels: readonly string[];
}

export interface ScaleAxis {
  kind: 'scale';
  scale: Scale;
}

export type Axis = SlotAxis | ScaleAxis;

export interface Frame {
  box: Box;
  parts: Svg[];
}

/** Gives what is left for the plot inside the axes. */
export function drawFrame(chart: Chart, outer: Box, axes: { x: Axis; y: Axis }): Frame {
  const yLabels = labelsOf(axes.y).map(label => cut(label, outer.width * 0.3));
  const yRoom = Math.max(0, ...yLabels.map(label => textWidth(label))) + LABEL_GAP;
  const left = outer.left + yRoom + (chart.yTitle === '' ? 0 : TITLE_ROOM);
  // A number at the very end of the axis is half outside of the plot.
  const width = outer.left + outer.width - left - (axes.x.kind === 'scale' ? 16 : 4);
  const xLabels = layOut(labelsOf(axes.x), width, axes.x.kind);
  const bottom = xLabels.room + (chart.xTitle === '' ? 0 : TITLE_ROOM);
  const box = { left, top: outer.top + 6, width, height: Math.max(30, outer.height - 6 - bottom) };
  const parts = [
    ...(axes.y.kind === 'scale' ? gridAcross(axes.y.scale, box) : []),
    ...(axes.x.kind === 'scale' ? gridUpright(axes.x.scale, box) : []),
    ...drawYLabels(axes.y, yLabels, box),
    ...drawXLabels(axes.x, xLabels, box),
    ...drawTitles(chart, outer, box),
  ];
  return { box, parts };
}

/** The lines on which bars stand, drawn over them. */
export function baseLine(box: Box, at: { x: number } | { y: number }): Svg {
  const { left, top, width, height } = box;
  const ends =
    'x' in at ? { x1: at.x, x2: at.x, y1: top, y2: top + height } : { x1: left, x2: left + width, y1: at.y, y2: at.y };
  return element('line', { ...ends, stroke: AXIS, 'stroke-width': 1 });
}

export function yAt(scale: Scale, box: Box, value: number): number {
  return box.top + box.height * (1 - scale.at(value));
}

export function xAt(scale: Scale, box: Box, value: number): number {
  return box.left + box.width * scale.at(value);
}

function labelsOf(axis: Axis): string[] {
  return axis.kind === 'slots' ? [...axis.labels] : axis.scale.ticks.map(axis.scale.label);
}

interface XLabels {
  texts: string[];
  isTurned: boolean;
  /** Only every so manieth is drawn. */
  every: number;
  room: number;
}

/** Level where they fit, else aslant, else only some of them. */
function layOut(labels: readonly string[], width: number, kind: Axis['kind']): XLabels {
  const slots = Math.max(1, kind === 'slots' ? labels.length : labels.length - 1);
  const slot = width / slots;
  const widest = Math.max(0, ...labels.map(label => textWidth(label)));
  const levelRoom = LABEL_SIZE + LABEL_GAP + 4;
  if (labels.length === 0) return { texts: [], isTurned: false, every: 1, room: LABEL_GAP };
  if (widest <= slot - 6) return { texts: [...labels], isTurned: false, every: 1, room: levelRoom };
  if (kind === 'scale')
    return { texts: [...labels], isTurned: false, every: Math.ceil((widest + 6) / slot), room: levelRoom };
  const texts = labels.map(label => cut(label, 140));
  const longest = Math.max(...texts.map(text => textWidth(text)));
  const room = longest * Math.sin((-TURN * Math.PI) / 180) + LABEL_SIZE + LABEL_GAP;
  return { texts, isTurned: true, every: Math.ceil(24 / slot), room };
}

function gridAcross(scale: Scale, { left, top, width, height }: Box): Svg[] {
  return scale.ticks.map(tick => {
    const y = yAt(scale, { left, top, width, height }, tick);
    return element('line', { x1: left, x2: left + width, y1: y, y2: y, stroke: GRID, 'stroke-width': 1 });
  });
}

function gridUpright(scale: Scale, box: Box): Svg[] {
  return scale.ticks.map(tick => {
    const x = xAt(scale, box, tick);
    return element('line', { x1: x, x2: x, y1: box.top, y2: box.top + box.height, stroke: GRID, 'stroke-width': 1 });
  });
}

function drawYLabels(axis: Axis, texts: readonly string[], box: Box): Svg[] {
  const x = box.left - LABEL_GAP;
  const slot = box.height / Math.max(1, texts.length);
  const every = axis.kind === 'slots' ? Math.ceil((LABEL_SIZE + 2) / slot) : 1;
  return texts.flatMap((text, at) => {
    if (at % every !== 0) return [];
    const y = axis.kind === 'slots' ? box.top + slot * (at + 0.5) : yAt(axis.scale, box, axis.scale.ticks[at] ?? 0);
    return drawText(text, { x, y: y + LABEL_SIZE * 0.36, anchor: 'end', fill: FAINT_INK });
  });
}

function drawXLabels(axis: Axis, { texts, isTurned, every }: XLabels, box: Box): Svg[] {
  const slot = box.width / Math.max(1, texts.length);
  const y = box.top + box.height + LABEL_SIZE + 6;
  return texts.flatMap((text, at) => {
    if (at % every !== 0) return [];
    const x = axis.kind === 'slots' ? box.left + slot * (at + 0.5) : xAt(axis.scale, box, axis.scale.ticks[at] ?? 0);
    if (isTurned) return drawText(text, { x: x + 4, y: y - 2, anchor: 'end', turn: TURN, fill: FAINT_INK });
    return drawText(text, { x, y, anchor: 'middle', fill: FAINT_INK });
  });
}

function drawTitles({ xTitle, yTitle }: Chart, outer: Box, box: Box): Svg[] {
  const x = outer.left + LABEL_SIZE;
  const y = outer.top + outer.height - 4;
  return [
    ...(xTitle === ''
      ? []
      : [drawText(xTitle, { x: box.left + box.width / 2, y, anchor: 'middle', within: box.width })]),
    ...(yTitle === ''
      ? []
      : [drawText(yTitle, { x, y: box.top + box.height / 2, anchor: 'middle', turn: -90, within: box.height })]),
  ];
}
