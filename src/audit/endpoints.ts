/**
 * What requests leave behind, so that everything that a person or a key changes, and every export of data, can be found.
 *
 * The rule: an endpoint that writes, or that exports data, leaves an entry in the audit log. There are two exceptions.
 * Data that comes by the thousands (runs, uploads, records, messages) names the person itself, and the export of a person
 * lists it. And what only its owner ever sees, or what changes nothing until another request does, leaves nothing.
 */
import type { AuditAction } from './schemas.ts';

/** The lists that name persons beside the audit log. */
export type PersonalList = 'runs' | 'files' | 'panel_files' | 'records' | 'conversations' | 'assistants';

/** The entries of the audit log, the list that has it and the entries that it leaves in some cases, or why it leaves nothing. */
type Trace = readonly AuditAction[] | { list: PersonalList; actions?: readonly AuditAction[] } | { nothing: string };

const OWN_VIEW = { nothing: 'only the user sees it' } as const;
const PROPOSAL = { nothing: 'it changes nothing until another request does' } as const;
const LISTED_RUN = { list: 'runs' } as const;
const LISTED_FILE: Trace = { list: 'panel_files', actions: ['file.replace'] };
const LISTED_RECORD = { list: 'records' } as const;
const LISTED_CONVERSATION = { list: 'conversations' } as const;

/** Every endpoint that is not here only reads. */
export const TRACES: Readonly<Record<string, Trace>> = {
  '/api/v1/session/create': ['session.create', 'session.refused'],
  '/api/v1/session/delete': ['session.delete'],
  '/api/v1/welcome/accept': ['link.accept'],
  '/api/v1/profile/update': ['user.update'],
  '/api/v1/profile/password': ['password.change'],
  '/api/v1/user/create': ['user.create'],
  '/api/v1/user/update': ['user.update', 'user.enable', 'user.disable'],
  '/api/v1/user/delete': ['user.delete'],
  '/api/v1/audit/person': ['user.export'],
  '/api/v1/user/invite': ['user.invite'],
  '/api/v1/user/link/create': ['user.invite', 'user.reset'],
  '/api/v1/user/link/revoke': ['user.revoke'],
  '/api/v1/key/create': ['key.create'],
  '/api/v1/key/update': ['key.update'],
  '/api/v1/key/delete': ['key.delete'],
  '/api/v1/group/create': ['group.create'],
  '/api/v1/group/update': ['group.update'],
  '/api/v1/group/delete': ['group.delete'],
  '/api/v1/group/member/set': ['group.member.set'],
  '/api/v1/group/member/remove': ['group.member.remove'],
  '/api/v1/organization/create': ['organization.create'],
  '/api/v1/organization/update': ['organization.update'],
  '/api/v1/organization/delete': ['organization.delete'],
  '/api/v1/organization/member/set': ['organization.member.set'],
  '/api/v1/organization/member/remove': ['organization.member.remove'],
  '/api/v1/notification/read': OWN_VIEW,
  '/api/v1/notification/read_all': OWN_VIEW,
  '/api/v1/presence/set': OWN_VIEW,
  '/api/v1/view/create': OWN_VIEW,
  '/api/v1/view/delete': OWN_VIEW,

  '/api/v3/workflow/create': ['workflow.create'],
  '/api/v3/workflow/import': ['workflow.import'],
  '/api/v3/workflow/copy': ['workflow.copy'],
  '/api/v3/workflow/update': ['workflow.update', 'workflow.share'],
  '/api/v1/workflow/save': ['workflow.update'],
  '/api/v3/workflow/revision/restore': ['workflow.restore'],
  '/api/v3/workflow/export': ['workflow.export'],
  '/api/v1/workflow/owner': ['workflow.owner'],
  '/api/v3/workflow/publish': ['workflow.publish'],
  '/api/v1/workflow/publish_version': ['workflow.publish'],
  '/api/v3/workflow/activate': ['workflow.activate', 'workflow.deactivate'],
  '/api/v3/workflow/trigger/regenerate': ['workflow.regenerate'],
  '/api/v3/workflow/delete': ['workflow.delete'],
  '/api/v1/trigger/poll_now': ['workflow.poll'],
  '/api/v1/workflow/test': ['test.run'],
  '/api/v1/workflow/test/create': ['test.create'],
  '/api/v1/workflow/test/from_run': ['test.create'],
  '/api/v1/workflow/test/update': ['test.update'],
  '/api/v1/workflow/test/delete': ['test.delete'],
  '/api/v1/variable/create': ['variable.create'],
  '/api/v1/variable/update': ['variable.update'],
  '/api/v1/variable/delete': ['variable.delete'],
  '/api/v1/variable/override': ['variable.override'],

  '/api/v3/workflow/run': LISTED_RUN,
  '/api/v3/workflow/run/stream': LISTED_RUN,
  '/api/v1/workflow/listen': LISTED_RUN,
  '/api/v1/run/start': LISTED_RUN,
  '/api/v1/run/test': LISTED_RUN,
  '/api/v1/run/replay': LISTED_RUN,
  '/api/v1/run/replay_many': ['batch.create'],
  '/api/v1/run/cancel_many': ['batch.create'],
  '/api/v1/schedule/backfill': ['batch.create'],
  '/api/v1/run/batch/cancel': ['batch.cancel'],
  '/api/v1/run/cancel': ['run.cancel'],
  '/api/v1/run/failure/update': ['run.assign', 'run.mute', 'run.resolve', 'run.reopen'],
  '/api/v3/workflow/run/cancel': ['run.cancel'],
  '/api/v3/workflow/runs/delete': ['run.delete'],
  '/api/v1/run/resume': ['run.resume'],
  '/api/v1/event/send': ['event.send'],
  '/api/v3/workflow/approval/decide': ['approval.approve', 'approval.reject'],
  '/api/v1/approval/delegate': ['approval.delegate'],

  '/api/v1/panel/create': ['panel.create'],
  '/api/v1/panel/update': ['panel.update', 'panel.share'],
  '/api/v1/panel/delete': ['panel.delete'],
  '/api/v1/panel/delivery/retry': ['delivery.retry'],
  '/api/v1/panel/delivery/retry-many': ['delivery.retry'],
  '/api/v3/booster/database/private/create': LISTED_RECORD,
  '/api/v3/booster/database/private/update': LISTED_RECORD,
  '/api/v1/record/save': LISTED_RECORD,
  '/api/v3/booster/database/private/delete': ['record.delete'],
  '/api/v1/record/delete': ['record.delete'],
  '/api/v1/record/import': ['record.import'],
  '/api/v1/record/export': ['record.export'],
  '/api/v3/booster/storage/private/upload': LISTED_FILE,
  '/api/v3/booster/storage/private/upload-b64': LISTED_FILE,
  '/api/v3/booster/storage/private/upload/init': PROPOSAL,
  '/api/v3/booster/storage/private/upload/complete': LISTED_FILE,
  '/api/v3/booster/storage/private/update': ['file.update'],
  '/api/v1/panel/files/move': ['file.update'],
  '/api/v3/booster/storage/private/delete': ['file.delete'],
  '/api/v3/booster/storage/private/delete-many': ['file.delete'],
  '/api/v1/panel/files/delete': ['file.delete'],
  '/api/v1/file/upload': { list: 'files' },
  '/api/v1/file/delete': ['file.delete'],
  '/api/v1/file/end_links': ['file.end-links'],

  '/api/v3/assistant/create': ['assistant.create'],
  '/api/v3/assistant/update': ['assistant.update', 'assistant.share'],
  '/api/v3/assistant/delete': ['assistant.delete'],
  '/api/v3/workflow/assistant': { list: 'assistants' },
  '/api/v3/chat': LISTED_CONVERSATION,
  '/api/v3/chat/stream': LISTED_CONVERSATION,
  '/api/v1/chat/stream': LISTED_CONVERSATION,
  '/api/v1/chat/stop': LISTED_CONVERSATION,
  '/api/v1/conversation/rename': OWN_VIEW,
  '/api/v3/conversation/delete': ['conversation.delete'],
  '/api/v1/builder/change/settle': OWN_VIEW,

  '/api/v1/connector/create': ['connector.create'],
  '/api/v1/connector/update': ['connector.update', 'connector.share'],
  '/api/v1/connector/enable': ['connector.enable'],
  '/api/v1/connector/account': ['credential.create'],
  '/api/v1/connector/refresh': PROPOSAL,
  '/api/v1/connector/refresh/apply': ['connector.refresh'],
  '/api/v1/connector/delete': ['connector.delete'],
  '/api/v1/mcp-server/create': ['mcp_server.create'],
  '/api/v1/mcp-server/update': ['mcp_server.update', 'mcp_server.share'],
  '/api/v1/mcp-server/enable': ['mcp_server.update'],
  '/api/v1/mcp-server/check': { nothing: 'it reads again what the server offers to the user' },
  '/api/v1/mcp-server/connect': ['credential.create', 'credential.delete', 'mcp_server.update'],
  '/api/v1/mcp-server/delete': ['mcp_server.delete'],
  '/api/v1/credential/create': ['credential.create'],
  '/api/v1/credential/update': ['credential.update', 'credential.share'],
  '/api/v1/credential/test': ['credential.test'],
  '/api/v1/credential/connect': PROPOSAL,
  '/api/v1/credential/disconnect': ['credential.disconnect'],
  '/api/v1/credential/delete': ['credential.delete'],

  '/api/v1/installation/mail/test': ['mail.test'],
  '/api/v1/installation/jobs/retry': ['job.retry'],
  '/api/v1/installation/jobs/delete': ['job.delete'],
};

/** Lists the actions that an endpoint can leave in the audit log. */
export function listActions(path: string): readonly AuditAction[] {
  const trace = TRACES[path] ?? [];
  if ('nothing' in trace) return [];
  return 'list' in trace ? (trace.actions ?? []) : trace;
}
