import Type, { type Static } from 'typebox';
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
  'assistant.share',
  'assistant.delete',
  'variable.create',
  'variable.update',
  'variable.delete',
  'variable.override',
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
  'assistant',
  'variable',
  'run',
  'job',
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const AuditEvent = Type.Object({
  id: Uuid,
  at: Type.Integer({ description: 'milliseconds since the epoch' }),
  actor: Type.Object({
    id: Nullable(Uuid),
    name: Type.String({ description: 'as it was then' }),
    email: Type.String({ description: 'as it was then' }),
  }),
  via: Type.Enum(['session', 'key', 'command', 'none'], {
    description: 'how the actor was known: signed in, by a key, on the command line, or not at all',
  }),
  key: Nullable(Type.Object({ id: Uuid, name: Nullable(Type.String()) })),
  address: Nullable(Type.String({ description: 'the IP address of the request' })),
  action: Type.String({ description: `one of ${AUDIT_ACTIONS.join(', ')}` }),
  subject: Type.Object({
    kind: Type.String({ description: `one of ${SUBJECT_KINDS.join(', ')}` }),
    id: Nullable(Uuid),
    name: Type.String({ description: 'as it was then' }),
  }),
  details: Type.Record(Type.String(), Type.Unknown(), { description: 'what changed, without secrets' }),
});
export type AuditEvent = Static<typeof AuditEvent>;
