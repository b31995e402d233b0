import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { panelChanges } from '../api/panels.ts';
import { type StoredFile, updateFile } from '../api/storage.ts';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import classes from './details.module.css';
import { parseMetadata } from './metadata.ts';

interface MetadataSectionProps {
  panelId: string;
  file: StoredFile;
  mayUpdate: boolean;
}

export function MetadataSection({ panelId, file, mayUpdate }: MetadataSectionProps) {
  const [draft, setDraft] = useState<string>();
  const isEmpty = Object.keys(file.metadata).length === 0;
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h3 className="tiny dim semibold">{texts.metadata}</h3>
        {mayUpdate && draft === undefined && (
          <IconButton
            icon="pencil"
            label={texts.editMetadata}
            hint
            size="sm"
            onClick={() => setDraft(JSON.stringify(file.metadata, undefined, 2))}
          />
        )}
      </div>
      {draft !== undefined ? (
        <MetadataForm
          panelId={panelId}
          file={file}
          draft={draft}
          onDraft={setDraft}
          onClose={() => setDraft(undefined)}
        />
      ) : isEmpty ? (
        <p className="dim">{words.noneInText}</p>
      ) : (
        <pre className={classes.json}>{JSON.stringify(file.metadata, undefined, 2)}</pre>
      )}
    </section>
  );
}

interface MetadataFormProps extends Omit<MetadataSectionProps, 'mayUpdate'> {
  draft: string;
  onDraft(text: string): void;
  onClose(): void;
}

function MetadataForm({ panelId, file, draft, onDraft, onClose }: MetadataFormProps) {
  const { isBusy, problem, perform } = useAction({ changes: panelChanges(panelId) });
  const parsed = parseMetadata(draft);
  const typing = 'problem' in parsed ? parsed.problem : undefined;

  async function save() {
    if (!('metadata' in parsed)) return;
    const { metadata } = parsed;
    if (await perform(() => updateFile(panelId, file.id, { metadata }))) onClose();
  }

  return (
    <>
      <Textarea
        aria-label={texts.metadataText}
        description={texts.metadataHint}
        error={problem ?? typing}
        classNames={{ input: 'mono' }}
        autosize
        minRows={4}
        maxRows={16}
        value={draft}
        onChange={event => onDraft(event.currentTarget.value)}
        data-autofocus
      />
      <div className="flex wrap gap-8">
        <Button size="xs" loading={isBusy} disabled={typing !== undefined} onClick={save}>
          {words.save}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </>
  );
}
