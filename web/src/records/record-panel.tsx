/** The record that is open, or a new one, beside the table; over it on narrow screens. */
import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { type BoosterRecord, recordQuery } from '../api/records.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { JsonTree } from '../look/json/json-tree.tsx';
import { PanelDrawer } from '../look/page/panel-drawer.tsx';
import { sentence } from '../look/sentence.ts';
import { ErrorState } from '../look/states/error-state.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
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
  const label = isNew ? words.newRecord : words.record;
  return (
    <Frame label={label} onClose={onClose}>
      {isNew ? (
        <>
          <Head title={words.newRecord} onClose={onClose} />
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
      <Head title={words.record} onClose={onClose} />
      <p className={classes.facts}>
        <span className={classes.key}>
          <code>{recordKey}</code>
          <CopyButton text={recordKey} label={words.copyTheKey} />
        </span>
        {record && <span>{sentence(texts.dates, <Time at={record.created} />, <Time at={record.updated} />)}</span>}
      </p>
      <div className="column fill overflow-auto">
        {error && !record && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !record && <Skeleton height={120} m={16} width="auto" />}
        {record && mayChange && <RecordEditor panelId={panelId} record={record} onDeleted={onClose} />}
        {record && !mayChange && (
          <section className={classes.section}>
            <h3>{words.data}</h3>
            <JsonTree label={words.data} value={record.data} isRootHidden hasSearch={false} />
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
      <PanelDrawer label={label} onClose={onClose}>
        <div className="column h-full min-h-0 bg-panel">{children}</div>
      </PanelDrawer>
    );
  }
  return (
    <aside className={classes.panel} aria-label={label}>
      {children}
    </aside>
  );
}
