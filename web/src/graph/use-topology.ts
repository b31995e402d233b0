import { useRef } from 'react';
import { keepTopology } from '../templates/topology.ts';
import type { Definition } from './definition.ts';
import { directionOf } from './direction.ts';

/** Returns the same object while only params change that decide nothing about the graph. */
export function useTopology(definition: Definition): Definition {
  const kept = useRef(definition);
  const isTurned = directionOf(kept.current) !== directionOf(definition);
  kept.current = isTurned ? definition : keepTopology(kept.current, definition);
  return kept.current;
}
