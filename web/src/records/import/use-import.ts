/** The steps of an import: choose a file, see what is in it, watch it being imported. */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ImportBody, importRecords, recordChanges } from '../../api/records.ts';
import { ApiError } from '../../api/transport/client.ts';
import { explain } from '../../look/explain.ts';
import { readAgain } from '../../look/use-action.ts';
import { keepColumnOrder } from '../column-order.ts';
import type { Separator } from '../csv-parser.ts';
import { type ImportFile, openImportFile } from './import-file.ts';
import { type Failure, ImportJob, type ImportState } from './import-job.ts';
import type { ImportPlan } from './import-plan.ts';
import type { FilePreview } from './row-reader.ts';

export interface ChosenFile {
  file: File;
  preview: FilePreview;
}

export function useImport(panelId: string) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [problem, setProblem] = useState<string>();
  const [state, setState] = useState<ImportState>();
  const [collection, setCollection] = useState<string>();
  const reading = useRef<ImportFile>(undefined);
  const job = useRef<ImportJob>(undefined);
  const queryClient = useQueryClient();

  useEffect(
    () => () => {
      job.current?.stop();
      reading.current?.close();
    },
    [],
  );

  async function choose(file: File, separator?: Separator) {
    reading.current?.close();
    const opened = openImportFile(file);
    reading.current = opened;
    setProblem(undefined);
    try {
      const preview = await opened.preview(separator);
      if (reading.current === opened) setChosen({ file, preview });
    } catch (error) {
      setProblem(explain(error));
    }
  }

  function forget() {
    reading.current?.close();
    reading.current = undefined;
    setChosen(undefined);
    setState(undefined);
  }

  async function start(target: Pick<ImportBody, 'collection' | 'existing'>, plan: ImportPlan) {
    const file = reading.current;
    if (!file) return;
    const created = new ImportJob({
      next: () => file.next(),
      send: rows => importRecords({ panel_id: panelId, ...target, rows }),
      judge,
      onChange: setState,
    });
    job.current = created;
    setCollection(target.collection);
    if (plan.kind === 'csv') {
      const fields = plan.columns.flatMap(({ use, field }) => (use === 'field' ? field : []));
      keepColumnOrder(panelId, target.collection, fields);
    }
    await file.start(plan);
    await proceed();
  }

  async function proceed() {
    await job.current?.run();
    await readAgain(queryClient, recordChanges(panelId));
  }

  return { chosen, problem, state, collection, choose, forget, start, pause: () => job.current?.pause(), proceed };
}

/** Who has to sign in again continues afterwards. A body that is refused has a row that is to blame. */
function judge(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'all';
  if (error.isTemporary || error.status >= 500 || error.status === 401 || error.status === 409) return 'temporary';
  return error.status === 422 || error.status === 413 || error.status === 400 ? 'rows' : 'all';
}
