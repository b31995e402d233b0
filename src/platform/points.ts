/**
 * Named points that a process passes, for tests that stop or kill it exactly there. Whoever wants to know subscribes
 * to the channel before the program starts; otherwise passing one costs nothing.
 */
import { channel } from 'node:diagnostics_channel';

const points = channel('heddle.points');

export function passPoint(point: string): void {
  if (points.hasSubscribers) points.publish(point);
}
