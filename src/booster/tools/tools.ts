/** The tools with which steps work on panels. They have the rights of the user on whose behalf the run executes. */
import type { Tool } from '../../tools/contract/tool.ts';
import type { StorageServices } from '../storage/files.ts';
import { createFileLink } from './file-link.ts';
import { createFileList } from './file-list.ts';
import { createFileRead } from './file-read.ts';
import { createFileSave } from './file-save.ts';
import { createRecordTools } from './record-tools.ts';

export function boosterTools(services: StorageServices): Tool[] {
  return [
    ...createRecordTools(services),
    createFileSave(services),
    createFileRead(services),
    createFileList(services),
    createFileLink(services),
  ];
}
