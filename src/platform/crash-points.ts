/**
 * Named points that a process passes, so that a test can stop or kill it exactly there. A test subscribes to the
 * channel before the program starts; without a subscriber, passing a point costs nothing.
 */
import { channel } from 'node:diagnostics_channel';

const points = channel('heddle.points');

export function passPoint(point: string): void {
  if (points.hasSubscribers) points.publish(point);
}
