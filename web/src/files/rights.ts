import { useMemo } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { effectiveRules, isAllowed } from '../panel-parts/folder-rules.ts';
import { folderOf } from './search.ts';

export interface Rights {
  /** Whether the rules of the folder let the API do this. */
  may(operation: 'upload' | 'read' | 'list' | 'update' | 'delete', directory: string): boolean;
}

/** What the rules forbid is not offered. Who may use a panel at all may do everything else in it. */
export function useRights({ panel: { file_storage } }: OpenedPanel): Rights {
  return useMemo(
    () => ({
      may: (operation, directory) => isAllowed(effectiveRules(file_storage, folderOf(directory)), operation),
    }),
    [file_storage],
  );
}
