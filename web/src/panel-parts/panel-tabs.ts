/** Decides which pages of a panel somebody may open. Pure. */
import type { PanelSummary } from '../api/panels.ts';

export const PANEL_TABS = ['files', 'records', 'settings', 'deliveries'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

/** A panel that is off, or that somebody may only administer, shows no files and records. */
export function visibleTabs(
  opened: Pick<PanelSummary, 'panel' | 'may_use' | 'may_write'> | undefined,
  current: PanelTab,
): PanelTab[] {
  if (!opened) return [current];
  const usable = opened.may_use && opened.panel.enabled;
  const allowed: Record<PanelTab, boolean> = {
    files: usable,
    records: usable && opened.panel.database,
    settings: true,
    deliveries: opened.may_write,
  };
  return PANEL_TABS.filter(tab => allowed[tab] || tab === current);
}

/** The page that a link to the panel opens. */
export function firstTab(opened: Pick<PanelSummary, 'panel' | 'may_use' | 'may_write'>): PanelTab {
  return opened.may_use && opened.panel.enabled ? 'files' : 'settings';
}
