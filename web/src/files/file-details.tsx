/** Everything about one file, and what can be done with it. */

import { Button, CloseButton, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OpenedPanel } from '../api/panels.ts';
import { fileQuery, type PanelFile, toLocalUrl } from '../api/storage.ts';
import { ApiError } from '../api/transport/client.ts';
import { formatBytes } from '../forms/bytes.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { Icon } from '../look/icons.tsx';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { formatNumber } from '../texts/locale.ts';
import { typeName } from './content-kinds.ts';
import classes from './details.module.css';
import type { Dialog } from './dialogs.tsx';
import { LinkSection } from './link-section.tsx';
import { MetadataSection } from './metadata-section.tsx';
import { Preview } from './preview.tsx';
import { RecordSection } from './record-section.tsx';
import type { Rights } from './rights.ts';

interface FileDetailsProps {
  opened: OpenedPanel;
  id: string;
  rights: Rights;
  onClose(): void;
  onDialog(dialog: Dialog): void;
}

export function FileDetails({ opened, id, rights, onClose, onDialog }: FileDetailsProps) {
  const { data: file, error, refetch } = useQuery(fileQuery(opened.panel.id, id));
  if (error && !file) {
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <div className={classes.panel}>
        <header className={classes.head}>
          <h2 className={classes.title}>{words.details}</h2>
          <CloseButton aria-label={texts.closeDetails} onClick={onClose} />
        </header>
        {isGone ? (
          <EmptyState icon="file" title={texts.gone} text={texts.goneText} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  if (!file) return <Skeleton height={160} m={16} width="auto" />;
  const mayUpdate = rights.may('update', file.folder);
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <h2 className={classes.title}>{file.name}</h2>
        <CloseButton className="flex-none" aria-label={texts.closeDetails} onClick={onClose} />
      </header>
      <Preview key={file.sha256} file={file} />
      <Actions file={file} mayUpdate={mayUpdate} mayDelete={rights.may('delete', file.folder)} onDialog={onDialog} />
      <Facts file={file} />
      {file.url !== null && <LinkSection opened={opened} file={file} />}
      <RecordSection panelId={opened.panel.id} file={file} mayUpdate={mayUpdate} />
      <MetadataSection panelId={opened.panel.id} file={file} mayUpdate={mayUpdate} />
    </div>
  );
}

interface ActionsProps {
  file: PanelFile;
  mayUpdate: boolean;
  mayDelete: boolean;
  onDialog(dialog: Dialog): void;
}

function Actions({ file, mayUpdate, mayDelete, onDialog }: ActionsProps) {
  const { id, url, download_url } = file;
  const size = { size: 'xs', variant: 'default' } as const;
  return (
    <div className="flex wrap gap-8">
      {download_url !== null && (
        <Button
          {...size}
          component="a"
          href={toLocalUrl(download_url)}
          download
          leftSection={<Icon name="download" size={14} />}
        >
          {texts.download}
        </Button>
      )}
      {url !== null && (
        <Button
          {...size}
          component="a"
          href={toLocalUrl(url)}
          target="_blank"
          rel="noopener"
          leftSection={<Icon name="external-link" size={14} />}
        >
          {texts.openTab}
        </Button>
      )}
      {mayUpdate && (
        <>
          <Button
            {...size}
            leftSection={<Icon name="pencil" size={14} />}
            onClick={() => onDialog({ kind: 'rename', file })}
          >
            {words.rename}
          </Button>
          <Button
            {...size}
            leftSection={<Icon name="move" size={14} />}
            onClick={() => onDialog({ kind: 'move', ids: [id] })}
          >
            {words.move}
          </Button>
        </>
      )}
      {mayDelete && (
        <Button
          {...size}
          leftSection={<Icon name="trash-2" size={14} />}
          onClick={() => onDialog({ kind: 'delete', ids: [id], file })}
        >
          {words.deleteAction}
        </Button>
      )}
    </div>
  );
}

function Facts({ file }: { file: PanelFile }) {
  const { path, content_type, size, sha256, uploaded_by, created, updated, expires_at } = file;
  return (
    <dl className={classes.facts}>
      <dt>{texts.path}</dt>
      <dd>
        <span className="truncate" title={path}>
          {path}
        </span>
        <CopyButton text={path} label={words.copyThePath} />
      </dd>
      <dt>{texts.type}</dt>
      <dd>
        <span className="truncate" title={content_type}>
          {typeName(content_type)} <span className="dim">{content_type}</span>
        </span>
      </dd>
      <dt>{texts.size}</dt>
      <dd title={formatNumber(size)}>{formatBytes(size)}</dd>
      <dt>{words.created}</dt>
      <dd>
        <Time at={created} />
      </dd>
      <dt>{texts.updated}</dt>
      <dd>
        <Time at={updated} />
      </dd>
      <dt>{texts.expires}</dt>
      <dd>{expires_at === null ? texts.never : <Time at={Date.parse(expires_at)} />}</dd>
      <dt>{texts.uploadedBy}</dt>
      <dd title={uploaded_by?.email}>{uploaded_by?.name ?? texts.unknownUploader}</dd>
      <dt>{texts.sha256}</dt>
      <dd>
        <span className="mono truncate">{sha256}</span>
        <CopyButton text={sha256} label={texts.copySha} />
      </dd>
      <dt>{words.id}</dt>
      <dd>
        <span className="mono truncate">{file.id}</span>
        <CopyButton text={file.id} label={words.copyTheId} />
      </dd>
    </dl>
  );
}
