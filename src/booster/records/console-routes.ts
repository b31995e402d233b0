/** `/api/v1/record`: what the console does with the records of a panel beyond `/api/v3`. */
import Type from 'typebox';
import { recordExport } from '../../audit/record.ts';
import { endpointWith, everyone } from '../../http/endpoint.ts';
import { requireVisiblePanel } from '../access.ts';
import { panelSubject } from '../panel-audit.ts';
import { changeVisiblePanel } from '../requested-changes.ts';
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

const changing = { ...everyone, startsRuns: true } as const;

const endpoint = endpointWith<RecordServices>();

export const recordConsoleEndpoints = [
  endpoint({
    path: '/api/v1/record/collections',
    summary: 'Lists the collections of a panel, and how many records each has',
    ...everyone,
    body: CollectionsBody,
    reply: Type.Array(CollectionSummary),
    handle: async (services, call) => listCollections(services, await requireVisiblePanel(services, call)),
  }),
  endpoint({
    path: '/api/v1/record/import',
    summary: 'Creates many records, or changes those that exist; each row succeeds or is refused by itself',
    ...changing,
    body: ImportBody,
    reply: ImportReply,
    handle: (services, call) =>
      changeVisiblePanel(services, call, (services, panel) => importRecords(services, panel, call.body)),
  }),
  endpoint({
    path: '/api/v1/record/export',
    summary: 'Reads all records of a collection, page by page, in the order of their creation',
    ...everyone,
    body: ExportBody,
    reply: ExportReply,
    handle: async (services, call) => {
      const { caller, body } = call;
      const panel = await requireVisiblePanel(services, call);
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
    ...everyone,
    body: RecordFilesBody,
    reply: Type.Array(FileOfRecord),
    handle: async (services, call) =>
      listFilesOfRecord(services, await requireVisiblePanel(services, call), call.body.key),
  }),
  endpoint({
    path: '/api/v1/record/save',
    failures: [409],
    summary: 'Sets and removes top-level fields of a record, unless somebody else changed it since it was read',
    ...changing,
    body: SaveBody,
    reply: SavedRecord,
    handle: (services, call) =>
      changeVisiblePanel(services, call, (services, panel) => saveRecord(services, panel, call.body)),
  }),
  endpoint({
    path: '/api/v1/record/delete',
    summary: 'Deletes many records, each with its files where the settings of their folder do not keep them',
    ...changing,
    body: DeletionBody,
    reply: DeletionReply,
    handle: (services, call) =>
      changeVisiblePanel(services, call, (services, panel) => deleteRecords(services, panel, call.body.keys)),
  }),
];
