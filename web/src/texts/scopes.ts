/** What a key may be allowed to do, in words. */
import type { Scope } from '../../../src/http/endpoint.ts';
import * as words from './common.ts';

export interface ScopeWords {
  label: string;
  allows: string;
}

/** No scope includes another: a program that changes workflows and reads them needs both. */
export const scopeWords: Readonly<Record<Exclude<Scope, '*'>, ScopeWords>> = {
  'service.workflow': {
    label: 'Run workflows',
    allows: 'Read and run workflows, read runs, decide approvals, and use workflows as tools of an MCP client.',
  },
  'service.mcp.approval': {
    label: 'Approve with MCP',
    allows: 'Let an MCP client decide the approvals that await you.',
  },
  'service.workflow.write': {
    label: 'Change workflows',
    allows: 'Create, change, publish, share and delete workflows, and delete runs.',
  },
  'service.booster.storage': {
    label: 'Read files of panels',
    allows: 'List and download files of panels, and make links to them.',
  },
  'service.booster.storage.write': {
    label: 'Change files of panels',
    allows: 'Upload, move and delete files of panels.',
  },
  'service.booster.database': {
    label: 'Read records of panels',
    allows: 'Find and read records of panels.',
  },
  'service.booster.database.write': {
    label: 'Change records of panels',
    allows: 'Create, change and delete records of panels.',
  },
  'service.chat': { label: words.chat, allows: 'Send messages to assistants, and list the models.' },
  'service.conversation': { label: words.conversations, allows: 'Read and delete your conversations.' },
  'service.assistant': { label: 'Read assistants', allows: 'Find assistants and read their settings.' },
  'service.assistant.write': { label: 'Change assistants', allows: 'Create, change and delete assistants.' },
};

export const everything: ScopeWords = {
  label: 'Everything',
  allows:
    'All that you may do yourself, including the whole of /api/v1: more keys, and for administrators all accounts.',
};

export const andMore = (labels: string, more: number) => `${labels} and ${more} more`;
