/** Words and icons for what starts runs, as lists show them. PURE. */

import { stepIcon } from '../graph/catalog.ts';
import type { IconName } from '../look/icons.tsx';
import * as texts from '../texts/run-parts.ts';

export interface TriggerWords {
  label: string;
  icon: IconName;
}

const LABELS: Readonly<Record<string, string>> = {
  'trigger.manual': texts.manual,
  'trigger.webhook': texts.webhook,
  'trigger.schedule': texts.schedule,
  'trigger.booster_record': texts.record,
  'trigger.booster_file': texts.file,
  'trigger.poll': texts.poll,
  'trigger.message': texts.message,
  'trigger.database_change': texts.databaseChange,
  'trigger.run': texts.runEnd,
  'trigger.form': texts.form,
};

export const TRIGGER_TYPES = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

export function triggerWords(type: string): TriggerWords {
  const label = LABELS[type];
  return label === undefined ? { label: type.replace(/^trigger\./, ''), icon: 'zap' } : { label, icon: stepIcon(type) };
}
