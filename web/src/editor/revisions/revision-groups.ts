/**
 * Revisions as people remember them. Saving is automatic, so half an hour of work is dozens of revisions: those of one
 * person that follow each other closely are one group, which can be unfolded.
 */

import type { RevisionEntry } from '../../api/revisions.ts';
import { formatDay } from '../../look/duration.ts';
import * as texts from '../../texts/revisions.ts';

export interface RevisionGroup {
  /** Newest first. */
  revisions: RevisionEntry[];
  userId: string;
  origin: RevisionEntry['origin'];
  changes: RevisionEntry['changes'];
}

export interface RevisionDay {
  day: string;
  groups: RevisionGroup[];
}

/** One revision, or all from the oldest to the newest of a group. */
export interface RevisionSpan {
  newest: RevisionEntry;
  oldest: RevisionEntry;
}

/** A longer pause begins another group. */
const PAUSE_MS = 10 * 60_000;

/** Groups revisions that are given newest first. */
export function groupRevisions(entries: readonly RevisionEntry[]): RevisionDay[] {
  const days: RevisionDay[] = [];
  for (const entry of entries) {
    const day = formatDay(entry.created_at);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, groups: [] };
      days.push(last);
    }
    const group = last.groups.at(-1);
    if (group && belongsTo(group, entry)) group.revisions.push(entry);
    else last.groups.push({ revisions: [entry], userId: entry.user_id, origin: entry.origin, changes: entry.changes });
  }
  return days.map(({ day, groups }) => ({ day, groups: groups.map(withChanges) }));
}

export function spanOf({ revisions }: RevisionGroup): RevisionSpan | undefined {
  const [newest, oldest] = [revisions[0], revisions.at(-1)];
  return newest && oldest && { newest, oldest };
}

/** What is shown before anybody chooses. */
export function firstSpan(days: readonly RevisionDay[]): RevisionSpan | undefined {
  const group = days[0]?.groups[0];
  return group && spanOf(group);
}

export function isSameSpan(one: RevisionSpan | undefined, other: RevisionSpan): boolean {
  return one?.newest.id === other.newest.id && one.oldest.id === other.oldest.id;
}

/** Returns the revision before another one, if it is still stored. */
export function findPrevious(entries: readonly RevisionEntry[], id: string): RevisionEntry | undefined {
  const index = entries.findIndex(entry => entry.id === id);
  return index < 0 ? undefined : entries[index + 1];
}

/** Names a day: `Today`, `Yesterday` or its date. */
export function dayTitle(day: string, now: number): string {
  if (day === formatDay(now)) return texts.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return day === formatDay(yesterday.getTime()) ? texts.yesterday : day;
}

/** Writes `2 steps changed, 1 step added, 3 connections`. */
export function describeChanges(changes: RevisionEntry['changes'], origin: RevisionEntry['origin']): string {
  if (origin === 'created') return texts.created;
  const { added_nodes, removed_nodes, changed_nodes, added_edges, removed_edges } = changes;
  const parts = [
    count(changed_nodes.length, 'step', 'changed'),
    count(added_nodes.length, 'step', 'added'),
    count(removed_nodes.length, 'step', 'removed'),
    count(added_edges + removed_edges, 'connection', 'changed'),
  ].filter(Boolean);
  const text = parts.length === 0 ? texts.stepsMovedNotesChanged : parts.join(', ');
  if (origin === 'restore') return `Restored: ${text}`;
  return origin === 'builder' ? texts.builder(text) : text;
}

function count(number: number, noun: string, verb: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'} ${verb}`;
}

function belongsTo({ revisions, userId, origin }: RevisionGroup, entry: RevisionEntry): boolean {
  const later = revisions.at(-1);
  if (!later || origin !== 'editor' || entry.origin !== 'editor' || entry.user_id !== userId) return false;
  return later.created_at - entry.created_at <= PAUSE_MS;
}

/** Adds up what the revisions of a group did. A step that was added and then changed was added. */
function withChanges(group: RevisionGroup): RevisionGroup {
  const [added, removed, changed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [addedEdges, removedEdges] = [0, 0];
  for (const { changes } of group.revisions.toReversed()) {
    for (const id of changes.added_nodes) if (!removed.delete(id)) added.add(id);
    for (const id of changes.removed_nodes) if (!added.delete(id)) removed.add(id);
    for (const id of changes.changed_nodes) changed.add(id);
    addedEdges += changes.added_edges;
    removedEdges += changes.removed_edges;
  }
  return {
    ...group,
    changes: {
      added_nodes: [...added],
      removed_nodes: [...removed],
      changed_nodes: [...changed].filter(id => !added.has(id) && !removed.has(id)),
      added_edges: addedEdges,
      removed_edges: removedEdges,
    },
  };
}
