/** The uploads of this tab, for pages that add files and for the tray that shows them. */
import { useSyncExternalStore } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { ApiError, noteSessionEnd, post, presentSession } from '../api/transport/client.ts';
import { begun } from './begun.ts';
import { inPresentSession, sendRequest } from './request.ts';
import { type PanelFacts, transfer } from './transfer.ts';
import type { RecordReference } from './upload-queue.ts';
import { createUploadStore, type Reachability, type Snapshot } from './upload-store.ts';

export interface FileAtPath {
  readonly file: File;
  /** Relative to the directory, with the sub-folders of a dropped folder. */
  readonly path: string;
  /** Why the file could not be read. */
  readonly problem?: string | undefined;
}

export interface AddedUploads {
  readonly panelId: string;
  /** `<folder>/<sub-folders>`; empty for files that bring their folder along. */
  readonly directory: string;
  readonly files: readonly FileAtPath[];
  /** The record that the files belong to. */
  readonly record?: RecordReference | undefined;
}

export const uploads = createUploadStore({
  transfer: attempt => transfer(inPresentSession(sendRequest), attempt),
  openPanel,
  probe,
  onSignedOut: () => noteSessionEnd(presentSession()),
});

export function useUploads(): Snapshot {
  return useSyncExternalStore(uploads.subscribe, uploads.read);
}

export function addUploads({ panelId, directory, files, record }: AddedUploads): void {
  if (files.length === 0) return;
  begun.note();
  const base = directory.replace(/^\/+|\/+$/g, '');
  uploads.add(
    files.map(({ file, path, problem }) => ({
      panelId,
      path: base === '' ? path : `${base}/${path}`,
      file,
      record,
      problem,
    })),
  );
}

/** Calls back after files of the panel were stored, at most once a second. */
export function onStored(panelId: string, listener: (paths: readonly string[]) => void): () => void {
  return uploads.onStored(panelId, listener);
}

async function openPanel(panelId: string): Promise<PanelFacts | undefined> {
  const opened = await post<OpenedPanel>('v1/panel/open', { panel_id: panelId }).catch(() => undefined);
  if (!opened) return undefined;
  const { direct_upload, panel } = opened;
  const { folders } = panel.file_storage;
  const mayOverwrite = (folder: string) => (folders[folder] ?? folders['*'])?.delete !== 'none';
  return { isDirect: direct_upload, mayOverwrite };
}

async function probe(): Promise<Reachability> {
  const session = presentSession();
  try {
    await post('v1/session/get');
    return 'up';
  } catch (error) {
    // Anything else is an answer that broke off.
    if (!(error instanceof ApiError) || error.isTemporary) return 'down';
    return error.status === 401 && session === presentSession() ? 'signed-out' : 'up';
  }
}
