/** Who else has a workflow open. */

import type { LiveEvent } from '../api/transport/live-connection.ts';
import { initials } from '../look/initials.ts';
import * as texts from '../texts/editor.ts';
import { joinWords } from '../texts/lists.ts';

export type PresentTab = Extract<LiveEvent, { type: 'presence' }>['people'][number];

export interface PresentPerson {
  userId: string;
  name: string;
  initials: string;
  /** Oneself, in another tab. */
  isSelf: boolean;
}

/** Lists each person once, and oneself only when there is another tab. */
export function listOthers(tabs: readonly PresentTab[], own: { userId: string; tabId: string }): PresentPerson[] {
  const others = tabs.filter(({ tab_id }) => tab_id !== own.tabId);
  const people = new Map(others.map(tab => [tab.user_id, tab]));
  return [...people.values()].map(({ user_id, name }) => ({
    userId: user_id,
    name,
    initials: initials(name),
    isSelf: user_id === own.userId,
  }));
}

/** Writes `Ben is here`, `Ben and Cleo are here` or `You have this workflow open in another tab`. */
export function describeOthers(people: readonly PresentPerson[]): string {
  const names = people.filter(({ isSelf }) => !isSelf).map(({ name }) => name);
  if (names.length === 0) return people.length === 0 ? '' : texts.youWorkflowOpenAnother;
  return names.length === 1 ? texts.isHere(joinWords(names)) : texts.areHere(joinWords(names));
}
