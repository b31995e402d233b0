/** `/api/v3/booster/database/private`: the records of the panel that the header `panel-id` names. */
import Type from 'typebox';
import { Accepted, accepted, endpointWith } from '../../http/endpoint.ts';
import { PanelHeader, requireRequestedPanel } from '../access.ts';
import { changeRequestedPanel } from '../requested-changes.ts';
import { countRecords, findRecordsAnswer } from './finding.ts';
import { BoosterRecord, RecordCreation, RecordQuery, RecordReference, RecordUpdate } from './schemas.ts';
import { createRecord, deleteRecord, getRecord, type RecordServices, updateRecord } from './store.ts';

const PATH = '/api/v3/booster/database/private';
const read = { scope: 'service.booster.database', tier: 'default', headers: PanelHeader } as const;
const write = {
  scope: 'service.booster.database.write',
  tier: 'default',
  headers: PanelHeader,
  startsRuns: true,
} as const;

const endpoint = endpointWith<RecordServices>();

export const recordEndpoints = [
  endpoint({
    path: `${PATH}/create`,
    failures: [409],
    summary: 'Creates a record',
    ...write,
    body: RecordCreation,
    reply: BoosterRecord,
    handle: (services, call) =>
      changeRequestedPanel(services, call, (services, panel) => createRecord(services, panel, call.body)),
  }),
  endpoint({
    path: `${PATH}/get`,
    summary: 'Reads a record',
    ...read,
    body: RecordReference,
    reply: BoosterRecord,
    handle: async (services, call) => getRecord(services, await requireRequestedPanel(services, call), call.body.key),
  }),
  endpoint({
    path: `${PATH}/update`,
    summary: 'Changes a record: the top-level fields that are sent replace those of the same name, the others stay',
    ...write,
    body: RecordUpdate,
    reply: BoosterRecord,
    handle: (services, call) =>
      changeRequestedPanel(services, call, (services, panel) => updateRecord(services, panel, call.body)),
  }),
  endpoint({
    path: `${PATH}/delete`,
    summary: 'Deletes a record, and its files where the settings of their folder do not keep them',
    ...write,
    body: RecordReference,
    reply: Accepted,
    handle: async (services, call) => {
      await changeRequestedPanel(services, call, (services, panel) => deleteRecord(services, panel, call.body.key));
      return accepted;
    },
  }),
  endpoint({
    path: `${PATH}/find`,
    summary: 'Finds records of a collection, newest first; filters may look into their data',
    ...read,
    body: RecordQuery,
    reply: Type.Array(BoosterRecord),
    handle: async (services, call) =>
      findRecordsAnswer(services, await requireRequestedPanel(services, call), call.body),
  }),
  endpoint({
    path: `${PATH}/count`,
    summary: 'Counts records of a collection',
    ...read,
    body: RecordQuery,
    reply: Type.Integer(),
    handle: async (services, call) => countRecords(services, await requireRequestedPanel(services, call), call.body),
  }),
];
