import type { OpenedPanel } from '../api/panels.ts';
import { Icon } from '../look/icons.tsx';
import { panelSettings as texts } from '../texts/panels.ts';
import { ConflictBanner } from './conflict-banner.tsx';
import { DeleteSection } from './delete-section.tsx';
import { FolderRulesSection } from './folder-rules-section.tsx';
import { DatabaseSection, GeneralSection, StorageSection } from './general-sections.tsx';
import { Saving } from './saving.tsx';
import classes from './settings.module.css';
import { SharingSection, WatchingSection } from './sharing-section.tsx';
import { usePanelForm } from './use-panel-form.ts';
import { WebhooksSection } from './webhooks-section.tsx';

/** Who may not change the panel sees the same, without anything to change. */
export function SettingsForm({ opened }: { opened: OpenedPanel }) {
  const { may_write } = opened;
  const form = usePanelForm(opened);
  const section = { form, opened, readOnly: !may_write };
  return (
    <div className={classes.page}>
      {!may_write && (
        <p className={classes.banner}>
          <Icon name="lock" />
          {texts.readOnly}
        </p>
      )}
      <ConflictBanner form={form} />
      <GeneralSection {...section} />
      <DatabaseSection {...section} />
      <StorageSection {...section} />
      <FolderRulesSection {...section} />
      <SharingSection {...section} />
      <WebhooksSection {...section} />
      <WatchingSection opened={opened} />
      {may_write && <DeleteSection opened={opened} />}
      {may_write && <Saving form={form} folders={opened.folders} />}
    </div>
  );
}
