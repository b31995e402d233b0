import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { panelChanges } from '../api/panels.ts';
import { type FileListing, moveFiles } from '../api/storage.ts';
import { DropZone } from '../look/inputs/drop-zone.tsx';
import { oneAfterAnother } from '../look/one-after-another.ts';
import { showNotice } from '../look/states/notices.tsx';
import { readAgain } from '../look/use-action.ts';
import { useStored } from '../look/use-stored.ts';
import { OTHER_FOLDERS } from '../panel-parts/folder-rules.ts';
import { PanelHeader } from '../panel-parts/panel-header.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { readDropped } from '../uploads/dropped.ts';
import { addUploads, onStored } from '../uploads/uploads.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { type Dialog, FileDialogs } from './dialogs.tsx';
import { DRAGGED } from './dragged.ts';
import { FileActions, FileFilters } from './file-actions.tsx';
import { FileDetails } from './file-details.tsx';
import { FilePane } from './file-pane.tsx';
import classes from './files-page.module.css';
import { FolderInfo } from './folder-info.tsx';
import { FolderTree } from './folder-tree.tsx';
import { useRights } from './rights.ts';
import { type FilesSearch, parentOf, readFilesSearch, type View } from './search.ts';
import { FileSelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

export function FileBrowser({ opened }: { opened: OpenedPanel }) {
  const { panel } = opened;
  const panelId = panel.id;
  const search = useSearch({ from: '/shell/panels/$panelId/files' });
  const navigate = useNavigate({ from: '/panels/$panelId/files' });
  const queryClient = useQueryClient();
  const [storedView, storeView] = useStored<View>('files-view', 'list');
  const [dialog, setDialog] = useState<Dialog>();
  const [showsInfo, setShowsInfo] = useState(false);
  const dragged = useRef<readonly string[]>([]);

  const { folder: directory = '', text = '', sort = 'name', order, view = storedView } = search;
  const descending = order === 'descending';
  const listing: FileListing = useMemo(
    () => ({ panelId, directory, text: text.trim(), sort, descending }),
    [panelId, directory, text, sort, descending],
  );
  const declared = useMemo(
    () => Object.keys(panel.file_storage.folders).filter(name => name !== OTHER_FOLDERS),
    [panel.file_storage],
  );
  const rights = useRights(opened);
  const selection = useSelection(JSON.stringify([directory, text]));

  const setSearch = useCallback(
    (changes: { [Key in keyof FilesSearch]?: FilesSearch[Key] | undefined }, replace = false) =>
      void navigate({ search: before => readFilesSearch({ ...before, ...changes }), replace }),
    [navigate],
  );
  const openDirectory = useCallback(
    (folder: string) => setSearch({ folder, text: undefined, file: undefined }),
    [setSearch],
  );
  const closeDetails = useCallback(() => {
    setShowsInfo(false);
    setSearch({ file: undefined });
  }, [setSearch]);

  // Files are stored faster than a busy service lists them, so a list that is being read is not read from the beginning.
  useEffect(
    () =>
      onStored(
        panelId,
        oneAfterAnother(() => readAgain(queryClient, panelChanges(panelId))),
      ),
    [panelId, queryClient],
  );

  function upload(target: string, found: Parameters<typeof addUploads>[0]['files']): void {
    // At the top, a file needs a folder that comes with it.
    const hasFolder = target !== '' || found.every(({ path }) => path.includes('/'));
    if (hasFolder) addUploads({ panelId, directory: target, files: found });
    else showNotice({ message: texts.chooseFolderFirst, failed: true });
  }

  async function dropOn(target: string, event: DragEvent): Promise<void> {
    if (!event.dataTransfer.types.includes(DRAGGED)) return upload(target, await readDropped(event.dataTransfer));
    const ids = dragged.current;
    if (target === directory || target === '' || ids.length === 0) return;
    setDialog({ kind: 'move', ids, to: target });
  }

  return (
    <>
      <PanelHeader
        panelId={panelId}
        tab="files"
        actions={
          <FileActions
            mayUpload={directory === '' || rights.may('upload', directory)}
            onNewFolder={() => setDialog({ kind: 'folder', directory })}
            onChosen={found => upload(directory, found)}
            isTop={directory === ''}
          />
        }
      >
        <FileFilters
          search={search}
          view={view}
          onSort={next => setSearch({ sort: undefined, order: undefined, ...next }, true)}
          onText={next => setSearch({ text: next }, true)}
          onView={next => {
            storeView(next);
            setSearch({ view: next }, true);
          }}
        />
      </PanelHeader>
      <div className={classes.columns} data-details={search.file !== undefined || showsInfo || undefined}>
        <FolderTree opened={opened} declared={declared} directory={directory} onOpen={openDirectory} onDrop={dropOn} />
        <section className="column min-w-0 min-h-0" aria-label={directory === '' ? texts.allFolders : directory}>
          <Breadcrumbs directory={directory} onOpen={openDirectory} onInfo={() => setShowsInfo(!showsInfo)} />
          <DropZone
            className="column fill"
            icon="upload"
            isEnabled={directory === '' || rights.may('upload', directory)}
            label={directory === '' ? texts.dropAtTop : texts.dropHere(directory)}
            onDrop={event => void dropOn(directory, event)}
          >
            <FilePane
              listing={listing}
              declared={declared}
              search={search}
              view={view}
              selection={selection}
              rights={rights}
              dragged={dragged}
              onSearch={setSearch}
              onOpenDirectory={openDirectory}
              onUp={() => directory !== '' && openDirectory(parentOf(directory))}
              onRename={file => setDialog({ kind: 'rename', file })}
              onDelete={(ids, file) => setDialog({ kind: 'delete', ids, ...(file && { file }) })}
              onUpload={found => upload(directory, found)}
            />
          </DropZone>
          {selection.ids.size > 0 && (
            <FileSelectionBar
              selection={selection}
              mayMove={rights.may('update', directory)}
              mayDelete={rights.may('delete', directory)}
              onMove={() => setDialog({ kind: 'move', ids: [...selection.ids] })}
              onDelete={() => setDialog({ kind: 'delete', ids: [...selection.ids] })}
            />
          )}
        </section>
        <aside className={classes.details} aria-label={words.details}>
          {search.file !== undefined ? (
            <FileDetails
              key={search.file}
              opened={opened}
              id={search.file}
              rights={rights}
              onClose={closeDetails}
              onDialog={setDialog}
            />
          ) : (
            <FolderInfo opened={opened} directory={directory} onClose={closeDetails} />
          )}
        </aside>
      </div>
      <FileDialogs
        dialog={dialog}
        panelId={panelId}
        onClose={() => setDialog(undefined)}
        onFolder={openDirectory}
        onMoved={selection.clear}
        onDeleted={ids => {
          selection.clear();
          if (search.file !== undefined && ids.includes(search.file)) setSearch({ file: undefined }, true);
        }}
        move={(ids, target) => moveFiles(panelId, ids, target)}
      />
    </>
  );
}
