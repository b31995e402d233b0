/** The node types and tools of this service. */
import type { Catalog } from '../../../src/workflows/schemas.ts';
import type { IconName } from '../look/icons.tsx';

export type { Catalog };
export type CatalogNodeType = Catalog['node_types'][number];
export type CatalogTool = Catalog['tools'][number];

const ICONS: Readonly<Record<string, IconName>> = {
  'trigger.manual': 'circle-play',
  'trigger.schedule': 'calendar-clock',
  'trigger.webhook': 'webhook',
  'trigger.booster_record': 'database',
  'trigger.booster_file': 'hard-drive',
  'trigger.poll': 'rss',
  'trigger.message': 'inbox',
  'trigger.database_change': 'table',
  'trigger.run': 'siren',
  'trigger.form': 'clipboard-list',
  'tool.call': 'wrench',
  'assistant.run': 'bot',
  'workflow.run': 'workflow',
  'http.request': 'globe',
  notify: 'bell',
  'file.to_text': 'file-text',
  code: 'code',
  'event.send': 'radio',
  'message.send': 'send',
  'webhook.reply': 'reply',
  'human.approval': 'user-check',
  wait: 'hourglass',
  condition: 'split',
  switch: 'route',
  'ai.condition': 'sparkles',
  'ai.choice': 'sparkles',
  loop: 'repeat',
  repeat: 'refresh-cw',
  transform: 'braces',
  output: 'target',
};

export function stepIcon(type: string): IconName {
  return (Object.hasOwn(ICONS, type) ? ICONS[type] : undefined) ?? 'circle-help';
}
