/** Tools with which steps work on the records of a panel's database. */
import Type from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { freeObject, strict } from '../../nodes/param-schemas.ts';
import type { StepOutcome } from '../../nodes/step.ts';
import { defineTool, type Tool } from '../../tools/contract/tool.ts';
import { findRecords } from '../records/finding.ts';
import type { BoosterRecord } from '../records/schemas.ts';
import { createRecord, deleteRecord, getRecord, updateRecord } from '../records/store.ts';
import type { StorageServices } from '../storage/files.ts';
import { changePanel, readPanel } from './effects.ts';
import { collection, id, panelId, queryParams } from './tool-schemas.ts';

const RECORD = '{key, collection, data, created, updated}, with times in milliseconds since 1970';
const key = id('Key', 'Key of the record.');

export function createRecordTools(services: StorageServices): Tool[] {
  return [...writingTools(services), ...readingTools(services)];
}

function writingTools(services: StorageServices): Tool[] {
  return [
    defineTool({
      name: 'booster_record_create',
      title: 'Create a record',
      description: `Creates a record in the database of a booster panel. Result: the record, ${RECORD}.`,
      inputSchema: Type.Object(
        {
          panel_id: panelId,
          collection,
          data: freeObject('Data', 'The record itself, any JSON object.'),
          key: Type.Optional(id('Key', 'Key of the new record, a UUID. One is made when it is left out.')),
        },
        strict,
      ),
      call: async (input, context) => {
        const record = await changePanel(services, context, input, {
          make: (panel, own) => createRecord(own, panel, input),
          findResult: (panel, key) => getRecord(services, panel, key),
        });
        return outcome(record, 'Created');
      },
    }),
    defineTool({
      name: 'booster_record_update',
      title: 'Change a record',
      description:
        'Changes a record in the database of a booster panel: the top-level fields that are given replace those of ' +
        `the same name, the others stay. Result: the record after the change, ${RECORD}.`,
      inputSchema: Type.Object(
        { panel_id: panelId, key, data: freeObject('Data', 'The fields to change, with their new values.') },
        strict,
      ),
      call: async (input, context) => {
        const record = await changePanel(services, context, input, {
          make: (panel, own) => updateRecord(own, panel, input),
          findResult: (panel, key) => getRecord(services, panel, key),
        });
        return outcome(record, 'Changed');
      },
    }),
    defineTool({
      name: 'booster_record_delete',
      title: 'Delete a record',
      description:
        'Deletes a record from the database of a booster panel, with its files where the settings of their folder do ' +
        'not keep them. Result: accepted (true), and the key of the record.',
      inputSchema: Type.Object({ panel_id: panelId, key }, strict),
      call: async (input, context) => {
        await changePanel(services, context, input, {
          make: (panel, own) => deleteRecord(own, panel, input.key),
          findResult: async () => {},
        });
        const deleted = input.key.toLowerCase();
        return { output: { accepted: true, key: deleted }, text: `Deleted the record ${deleted}` };
      },
    }),
  ];
}

function readingTools(services: StorageServices): Tool[] {
  return [
    defineTool({
      name: 'booster_record_get',
      title: 'Read a record',
      description: `Reads a record of the database of a booster panel by its key. Result: the record, ${RECORD}.`,
      inputSchema: Type.Object({ panel_id: panelId, key }, strict),
      call: async (input, context) => {
        const record = await readPanel(services, context, input, panel => getRecord(services, panel, input.key));
        return outcome(record, 'Read');
      },
    }),
    defineTool({
      name: 'booster_record_find',
      title: 'Find records',
      description:
        'Finds records of a collection in the database of a booster panel, the newest first. Result: a list of ' +
        `records, each ${RECORD}.`,
      inputSchema: Type.Object(
        {
          panel_id: panelId,
          collection,
          after_key: Type.Optional(
            id('After', 'Only records whose keys come after this one: the next page, when they are sorted by key.'),
          ),
          params: Type.Optional(queryParams('key, created, updated, data.<path>', fixedLimits.record.foundRecords)),
        },
        strict,
      ),
      call: async (input, context) => {
        const records = await readPanel(services, context, input, panel => findRecords(services, panel, input));
        return { output: records, text: `Found ${records.length} ${records.length === 1 ? 'record' : 'records'}` };
      },
    }),
  ];
}

function outcome(record: BoosterRecord, verb: string): StepOutcome {
  return { output: record, text: `${verb} the record ${record.key}` };
}
