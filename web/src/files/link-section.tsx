/** Makes a link with a chosen lifetime and copies it. */

import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { createLink, type StoredFile } from '../api/storage.ts';
import { copyText } from '../look/copy.ts';
import { Icon } from '../look/icons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import { effectiveRules } from '../panel-parts/folder-rules.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import classes from './details.module.css';
import { offeredMinutes } from './lifetimes.ts';

const PERMANENT = 'permanent';

export function LinkSection({ opened, file }: { opened: OpenedPanel; file: StoredFile }) {
  const { panel, link_minutes } = opened;
  const isPublic = effectiveRules(panel.file_storage, file.folder).public_links === true;
  const minutes = offeredMinutes(link_minutes);
  const [lifetime, setLifetime] = useState(isPublic ? PERMANENT : String(minutes.at(-1)));
  const [isDownload, setDownload] = useState(false);
  const [link, setLink] = useState<string>();
  const { isBusy, problem, perform } = useAction();

  async function create() {
    const options = { download: isDownload, ...(lifetime !== PERMANENT && { minutes: Number(lifetime) }) };
    const created = await createLink(panel.id, file.id, options);
    if (!created) return;
    setLink(created.url);
    await copyText(created.url, texts.linkCopied);
  }

  return (
    <section className={classes.section}>
      <h3 className="tiny dim semibold">{texts.link}</h3>
      <div className="flex wrap gap-8">
        <NativeSelect
          size="xs"
          aria-label={texts.lifetime}
          value={lifetime}
          onChange={event => setLifetime(event.currentTarget.value)}
          data={[
            ...(isPublic ? [{ value: PERMANENT, label: words.forEver }] : []),
            ...minutes.map(each => ({ value: String(each), label: texts.minutes(each) })),
          ]}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="link" size={14} />}
          loading={isBusy}
          onClick={() => perform(create)}
        >
          {texts.createLink}
        </Button>
      </div>
      <Checkbox
        size="xs"
        label={texts.asDownload}
        checked={isDownload}
        onChange={event => setDownload(event.currentTarget.checked)}
      />
      <p className="dim">{lifetime === PERMANENT ? texts.permanentHint : texts.linkHint}</p>
      {link !== undefined && (
        <output className={classes.json} aria-label={words.theLink}>
          {link}
        </output>
      )}
      <Problem>{problem}</Problem>
    </section>
  );
}
