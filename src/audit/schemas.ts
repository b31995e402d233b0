import Type, { type Static } from 'typebox';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';

/** What can be done, as `subject.verb`. */
export const AUDIT_ACTIONS = [
  'session.create',
  'session.refused',
  'session.delete',
  'password.change',
  'link.accept',
  'key.create',
  'key.update',
  'key.delete',
  'user.create',
  'user.update',
  'user.enable',
  'user.disable',
  'user.delete',
  'user.invite',
  'user.reset',
  'user.revoke',
  'group.create',
  'group.update',
  'group.delete',
  'group.member.set',
  'group.member.remove',
  'organization.create',
  'organization.update',
  'organization.delete',
  'organization.member.set',
  'organization.member.remove',
  'workflow.share',
  'workflow.owner',
  'workflow.publish',
  'workflow.activate',
  'workflow.deactivate',
  'workflow.regenerate',
  'workflow.delete',
  'panel.create',
  'panel.update',
  'panel.share',
  'panel.delete',
  'connector.create',
  'connector.update',
  'connector.share',
  'connector.enable',
  'connector.refresh',
  'connector.delete',
  'mcp_server.create',
  'mcp_server.update',
  'mcp_server.share',
  'mcp_server.delete',
  'assistant.share',
  'assistant.delete',
  'variable.create',
  'variable.update',
  'variable.delete',
  'variable.override',
  'credential.create',
  'credential.update',
  'credential.share',
  'credential.delete',
  'credential.refuse',
  'credential.connect',
  'credential.disconnect',
  'run.resume',
  'run.delete',
  'job.retry',
  'job.delete',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const SUBJECT_KINDS = [
  'user',
  'key',
  'group',
  'organization',
  'workflow',
  'panel',
  'connector',
  'mcp_server',
  'assistant',
  'credential',
  'variable',
  'run',
  'job',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const AuditEvent = named(
  'AuditEvent',
  Type.Object({
    id: about('The id of the event.', Uuid),
    at: Type.Integer({ description: 'milliseconds since the epoch' }),
    actor: about(
      'Who did it.',
      Type.Object({
        id: about('The id of the event.', Nullable(Uuid)),
        name: Type.String({ description: 'as it was then' }),
        email: Type.String({ description: 'as it was then' }),
      }),
    ),
    via: Type.Enum(['session', 'key', 'command', 'none'], {
      description: 'how the actor was known: signed in, by a key, on the command line, or not at all',
    }),
    key: about(
      'The key of the record.',
      Nullable(
        Type.Object({
          id: about('The id of the event.', Uuid),
          name: about('The name of the event.', Nullable(Type.String())),
        }),
      ),
    ),
    address: Nullable(Type.String({ description: 'the IP address of the request' })),
    action: Type.String({ description: `one of ${AUDIT_ACTIONS.join(', ')}` }),
    subject: about(
      'What was changed.',
      Type.Object({
        kind: Type.String({ description: `one of ${SUBJECT_KINDS.join(', ')}` }),
        id: about('The id of the event.', Nullable(Uuid)),
        name: Type.String({ description: 'as it was then' }),
      }),
    ),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'what changed, without secrets' }),
  }),
);
export type AuditEvent = Static<typeof AuditEvent>;
