/** `/api/v1/record`: what the console does with the records of a panel beyond `/api/v3`. */
import Type from 'typebox';
import { recordExport } from '../../audit/record.ts';
import { ApiError, panelNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { type Call, type Endpoint, endpoint } from '../../http/endpoint.ts';
import { requireUsablePanel } from '../access.ts';
import { changeFor } from '../actor.ts';
import { panelSubject } from '../panel-audit.ts';
import type { PanelRow } from '../tables.ts';
import {
  CollectionSummary,
  CollectionsBody,
  DeletionBody,
  DeletionReply,
  ExportBody,
  ExportReply,
  FileOfRecord,
  ImportBody,
  ImportReply,
  RecordFilesBody,
  SaveBody,
  SavedRecord,
} from './console-schemas.ts';
import { exportRecords, listCollections } from './exporting.ts';
import { importRecords } from './importing.ts';
import { listFilesOfRecord } from './record-files.ts';
import { deleteRecords, saveRecord } from './saving.ts';
import type { RecordServices } from './store.ts';

const access = { scope: '*', tier: 'default' } as const;
const changing = { ...access, startsRuns: true } as const;

export function recordConsoleEndpoints(services: RecordServices): Endpoint[] {
  const requirePanel = (caller: Caller, id: string) => requireVisiblePanel(services, caller, id);
  const answerChange = async <Result extends object>(
    call: Call<unknown, { panel_id: string }>,
    change: (services: RecordServices, panel: PanelRow) => Promise<Result>,
  ) => {
    const panel = await requirePanel(call.caller, call.body.panel_id);
    const { result, startedRuns } = await changeFor(services, call, services => change(services, panel));
    return { ...result, started_runs: startedRuns };
  };
  return [
    endpoint({
      path: '/api/v1/record/collections',
      summary: 'Lists the collections of a panel, and how many records each has',
      ...access,
      body: CollectionsBody,
      reply: Type.Array(CollectionSummary),
      handle: async ({ caller, body }) => listCollections(services, await requirePanel(caller, body.panel_id)),
    }),
    endpoint({
      path: '/api/v1/record/import',
      summary: 'Creates many records, or changes those that exist; each row succeeds or is refused by itself',
      ...changing,
      body: ImportBody,
      reply: ImportReply,
      handle: async call => answerChange(call, (services, panel) => importRecords(services, panel, call.body)),
    }),
    endpoint({
      path: '/api/v1/record/export',
      summary: 'Reads all records of a collection, page by page, in the order of their creation',
      ...access,
      body: ExportBody,
      reply: ExportReply,
      handle: async ({ caller, body }) => {
        const panel = await requirePanel(caller, body.panel_id);
        const page = exportRecords(services, panel, body);
        const event = {
          action: 'record.export',
          subject: panelSubject(panel),
          details: { collection: body.collection },
        } as const;
        await recordExport(services.database.query, caller, event, { isFirstPage: body.after === undefined });
        return page;
      },
    }),
    endpoint({
      path: '/api/v1/record/files',
      summary: 'Lists the files that belong to a record, of all folders that may be listed',
      ...access,
      body: RecordFilesBody,
      reply: Type.Array(FileOfRecord),
      handle: async ({ caller, body }) =>
        listFilesOfRecord(services, await requirePanel(caller, body.panel_id), body.key),
    }),
    endpoint({
      path: '/api/v1/record/save',
      failures: [409],
      summary: 'Sets and removes top-level fields of a record, unless somebody else changed it since it was read',
      ...changing,
      body: SaveBody,
      reply: SavedRecord,
      handle: async call => answerChange(call, (services, panel) => saveRecord(services, panel, call.body)),
    }),
    endpoint({
      path: '/api/v1/record/delete',
      summary: 'Deletes many records, each with its files where the settings of their folder do not keep them',
      ...changing,
      body: DeletionBody,
      reply: DeletionReply,
      handle: async call => answerChange(call, (services, panel) => deleteRecords(services, panel, call.body.keys)),
    }),
  ];
}

/**
 * Who may use records over `/api/v3` may use them here. To everybody else the panel does not exist, except to
 * administrators: they see all panels, but not what is in them.
 */
async function requireVisiblePanel({ database }: RecordServices, caller: Caller, id: string): Promise<PanelRow> {
  return requireUsablePanel(database.query, caller, id).catch(error => {
    throw error instanceof ApiError && error.status === 403 && !caller.admin ? panelNotFound() : error;
  });
}
