/** The record that is open, or a new one, beside the table; over it on narrow screens. */
import { Drawer, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { type BoosterRecord, recordQuery } from '../api/records.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { IconButton } from '../look/icon-button.tsx';
import { JsonTree } from '../look/json-tree.tsx';
import { sentence } from '../look/sentence.ts';
import { Time } from '../look/time.tsx';
import { recordPanel as texts } from '../texts/records.ts';
import { NewRecord } from './new-record.tsx';
import { RecordEditor } from './record-editor.tsx';
import { RecordFiles } from './record-files.tsx';
import classes from './record-panel.module.css';
import { RecordWorkflows } from './record-workflows.tsx';
import { NEW_RECORD } from './search.ts';

interface RecordPanelProps {
  panel: OpenedPanel;
  /** Or `new`. */
  recordKey: string;
  /** The one that is shown, if any. */
  collection: string | undefined;
  mayChange: boolean;
  onOpen(record: BoosterRecord): void;
  onClose(): void;
}

export function RecordPanel({ panel, recordKey, collection, mayChange, onOpen, onClose }: RecordPanelProps) {
  const isNew = recordKey === NEW_RECORD;
  const label = isNew ? texts.newLabel : texts.label;
  return (
    <Frame label={label} onClose={onClose}>
      {isNew ? (
        <>
          <Head title={texts.newLabel} onClose={onClose} />
          <NewRecord panelId={panel.panel.id} collection={collection ?? ''} onCreated={onOpen} />
        </>
      ) : (
        <KnownRecord panel={panel} recordKey={recordKey} mayChange={mayChange} onClose={onClose} />
      )}
    </Frame>
  );
}

function KnownRecord({ panel, recordKey, mayChange, onClose }: Omit<RecordPanelProps, 'onOpen' | 'collection'>) {
  const panelId = panel.panel.id;
  const { data: record, error, refetch } = useQuery(recordQuery(panelId, recordKey));
  return (
    <>
      <Head title={texts.label} onClose={onClose} />
      <p className={classes.facts}>
        <span className={classes.key}>
          <code>{recordKey}</code>
          <CopyButton text={recordKey} label={texts.copyKey} />
        </span>
        {record && <span>{sentence(texts.dates, <Time at={record.created} />, <Time at={record.updated} />)}</span>}
      </p>
      <div className={classes.body}>
        {error && !record && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !record && <Skeleton height={120} m={16} width="auto" />}
        {record && mayChange && <RecordEditor panelId={panelId} record={record} onDeleted={onClose} />}
        {record && !mayChange && (
          <section className={classes.section}>
            <h3>{texts.data}</h3>
            <JsonTree label={texts.data} value={record.data} isRootHidden hasSearch={false} />
          </section>
        )}
        {record && <RecordFiles panel={panel} record={record} mayChange={mayChange} />}
        {record && <RecordWorkflows workflows={panel.workflows} collection={record.collection} />}
      </div>
    </>
  );
}

function Head({ title, onClose }: { title: string; onClose(): void }) {
  return (
    <div className={classes.head}>
      <h2>{title}</h2>
      <IconButton icon="x" label={texts.close} onClick={onClose} />
    </div>
  );
}

function Frame({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false }) ?? false;
  if (isNarrow) {
    return (
      <Drawer.Root opened onClose={onClose} position="right" size="min(100vw, 480px)">
        <Drawer.Overlay />
        <Drawer.Content aria-label={label} className={classes.drawer}>
          <div className={classes.inner}>{children}</div>
        </Drawer.Content>
      </Drawer.Root>
    );
  }
  return (
    <aside className={classes.panel} aria-label={label}>
      {children}
    </aside>
  );
}
