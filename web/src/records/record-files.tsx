/** The files that belong to a record. */

import { Autocomplete, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { type BoosterRecord, recordFilesQuery } from '../api/records.ts';
import { formatBytes } from '../forms/bytes.ts';
import { Icon } from '../look/icons.tsx';
import { FileButton } from '../look/inputs/file-button.tsx';
import { Problem } from '../look/states/problem.tsx';
import * as words from '../texts/common.ts';
import { recordPanel as texts } from '../texts/records.ts';
import { addUploads, onStored } from '../uploads/uploads.ts';
import classes from './record-panel.module.css';

interface RecordFilesProps {
  panel: OpenedPanel;
  record: BoosterRecord;
  mayChange: boolean;
}

export function RecordFiles({ panel: { panel }, record, mayChange }: RecordFilesProps) {
  const { id: panelId, file_storage: storage } = panel;
  const query = recordFilesQuery(panelId, record.key);
  const { data: files, error } = useQuery({ ...query, enabled: storage.enabled });
  const queryClient = useQueryClient();
  const { queryKey } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the query follows from both ids.
  useEffect(
    () => onStored(panelId, () => void queryClient.invalidateQueries({ queryKey })),
    [panelId, record.key, queryClient],
  );
  return (
    <section className={classes.section}>
      <h3>{words.files}</h3>
      {!storage.enabled && <p className="text-13 dim">{texts.filesOff}</p>}
      <Problem>{error?.message}</Problem>
      {files?.length === 0 && <p className="text-13 dim">{texts.noFiles}</p>}
      {files && files.length > 0 && (
        <ul className={classes.list}>
          {files.map(({ id, path, size }) => (
            <li key={id}>
              <Link
                to="/panels/$panelId/files"
                params={{ panelId }}
                search={{ folder: directoryOf(path), file: id }}
                className="truncate"
                title={path}
              >
                {path}
              </Link>
              <small className="flex-none text-12 dim">{formatBytes(size)}</small>
            </li>
          ))}
        </ul>
      )}
      {storage.enabled && mayChange && (
        <Upload panelId={panelId} record={record} folders={Object.keys(storage.folders)} />
      )}
    </section>
  );
}

function directoryOf(path: string): string {
  return path.replace(/\/[^/]*$/, '');
}

const DEFAULT_FOLDER = 'records';

interface UploadProps {
  panelId: string;
  record: BoosterRecord;
  folders: readonly string[];
}

function Upload({ panelId, record, folders }: UploadProps) {
  const named = folders.filter(folder => folder !== '*');
  const [folder, setFolder] = useState(named[0] ?? DEFAULT_FOLDER);
  return (
    <div className={classes.upload}>
      <Autocomplete
        size="xs"
        label={texts.uploadFolder}
        data={named}
        value={folder}
        onChange={setFolder}
        maxLength={500}
      />
      <FileButton
        multiple
        onChange={files =>
          addUploads({
            panelId,
            directory: folder.trim() || DEFAULT_FOLDER,
            files: files.map(file => ({ file, path: file.name })),
            record: { collection: record.collection, key: record.key },
          })
        }
      >
        {props => (
          <Button {...props} size="xs" variant="default" leftSection={<Icon name="upload" size={14} />}>
            {texts.upload}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
