/** Words for what runs are started by, and for the numbers of the page. PURE. */

import { formatNumber } from '../texts/locale.ts';
import * as texts from '../texts/run-parts.ts';

const TRIGGERS: Readonly<Record<string, string>> = {
  'trigger.manual': texts.startedByHand,
  'trigger.webhook': 'webhook',
  'trigger.schedule': 'schedule',
  'trigger.booster_record': texts.recordChanged,
  'trigger.booster_file': texts.fileChanged,
  'trigger.poll': texts.newItem,
  'trigger.database_change': texts.rowChanged,
  'trigger.run': texts.runEnded,
  'trigger.form': texts.formSent,
  'trigger.message': texts.messageCame,
};

export function triggerWord(type: string): string {
  return TRIGGERS[type] ?? type.replace(/^trigger\./, '');
}

/** The end of an id: its beginning is a time, which runs of one minute share. */
export function shortId(id: string): string {
  return id.slice(-8);
}

/** Writes a number of characters as people say it. */
export function sizeOf(characters: number): string {
  return texts.characters(formatNumber(characters));
}
