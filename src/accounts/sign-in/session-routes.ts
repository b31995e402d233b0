/** `/api/v1`: how people sign in to the console, and what they see and change of themselves. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Accepted, accepted, endpointWith, everyone } from '../../http/endpoint.ts';
import { cookieName, formatCookie, readCookie, SESSION_SECONDS } from '../../http/session-cookie.ts';
import { findGroupNames, findPeople } from '../people.ts';
import { changePassword, readProfile, updateProfile } from '../profile.ts';
import type { UserServices } from '../user-changes.ts';
import { acceptLink, readLink } from './one-time-links.ts';
import * as schemas from './session-schemas.ts';
import { type Client, endSession, findSessions, type NewSession } from './sessions.ts';
import { signIn } from './sign-in.ts';

const anyone = { ...everyone, anyone: true } as const;

export interface SessionServices extends UserServices {
  publicUrl(): string;
  version: string;
  /** The name of the identity provider that people can sign in with. */
  oidcName: string | undefined;
  /** Called when a session or its user has changed: see `Identities.evict`. */
  evictIdentity(userId: string): void;
}

const endpoint = endpointWith<SessionServices>();

export const sessionEndpoints = [
  endpoint({
    path: '/api/v1/session/options',
    summary: 'Tells how people can sign in',
    ...anyone,
    body: schemas.Nothing,
    reply: schemas.SignInOptions,
    handle: async ({ oidcName }) => ({ oidc: oidcName === undefined ? null : { name: oidcName } }),
  }),
  endpoint({
    path: '/api/v1/session/create',
    failures: [401],
    summary: 'Signs in with an e-mail address and a password, and sets the cookie of the session',
    ...anyone,
    body: schemas.SignIn,
    reply: schemas.Session,
    handle: async (services, { body, request, response }) =>
      welcome(services, await signIn(services, body, readClient(request, services.publicUrl())), response),
  }),
  endpoint({
    path: '/api/v1/welcome/get',
    summary: 'Reads what a one-time link is for',
    ...anyone,
    body: schemas.LinkToken,
    reply: schemas.OneTimeLink,
    handle: ({ database }, { body }) => readLink(database.query, body.token),
  }),
  endpoint({
    path: '/api/v1/welcome/accept',
    summary: 'Sets a password with a one-time link, and signs in',
    ...anyone,
    body: schemas.LinkAcceptance,
    reply: schemas.Session,
    handle: async (services, { body, request, response }) =>
      welcome(services, await acceptLink(services, body, readClient(request, services.publicUrl())), response),
  }),
  endpoint({
    path: '/api/v1/session/get',
    summary: 'Reads who is signed in',
    ...everyone,
    body: schemas.Nothing,
    reply: schemas.Session,
    handle: (services, { caller: { userId, sessionId = null } }) => readSession(services, userId, sessionId),
  }),
  endpoint({
    path: '/api/v1/session/find',
    summary: 'Lists where the caller is signed in',
    ...everyone,
    body: schemas.Nothing,
    reply: Type.Array(schemas.ListedSession),
    handle: ({ database }, { caller }) => findSessions(database.query, caller),
  }),
  endpoint({
    path: '/api/v1/session/delete',
    summary: 'Signs out, or ends another session of the caller',
    ...everyone,
    body: schemas.SessionEnd,
    reply: Accepted,
    handle: async ({ database, publicUrl, evictIdentity }, { caller, body, response }) => {
      const ended = await endSession(database.query, caller, body.id);
      evictIdentity(caller.userId);
      if (ended === caller.sessionId) {
        response.header('set-cookie', formatCookie('', { publicUrl: publicUrl(), seconds: 0 }));
      }
      return accepted;
    },
  }),
  endpoint({
    path: '/api/v1/profile/update',
    summary: "Changes the caller's own name",
    ...everyone,
    body: schemas.ProfileUpdate,
    reply: schemas.Profile,
    handle: async ({ database, evictIdentity }, { caller, body }) => {
      const profile = await updateProfile(database.query, caller, body);
      evictIdentity(caller.userId);
      return profile;
    },
  }),
  endpoint({
    path: '/api/v1/profile/password',
    summary: "Sets the caller's own password, and ends all other sessions",
    ...everyone,
    body: schemas.PasswordChange,
    reply: Accepted,
    handle: async (services, { caller, body: { current, password }, request }) => {
      await changePassword(services, caller, { current, password, address: request.ip });
      services.evictIdentity(caller.userId);
      return accepted;
    },
  }),
  endpoint({
    path: '/api/v1/people/find',
    summary: 'Finds users by a part of their name or address, or by their ids',
    ...everyone,
    body: schemas.PeopleSearch,
    reply: Type.Array(schemas.Person),
    handle: ({ database }, { body }) => findPeople(database.query, body),
  }),
  endpoint({
    path: '/api/v1/people/groups',
    summary: 'Lists the names of the own groups, and of the groups of people with whom one shares an organization',
    ...everyone,
    body: schemas.Nothing,
    reply: Type.Array(schemas.GroupName),
    handle: ({ database }, { caller }) => findGroupNames(database.query, caller),
  }),
];

/** The browser of a request that signs in. */
export function readClient(request: FastifyRequest, publicUrl: string): Client {
  return {
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    oldToken: readCookie(request, cookieName(publicUrl)),
  };
}

/** Answers a request that signed in. */
async function welcome(services: SessionServices, session: NewSession, reply: FastifyReply): Promise<schemas.Session> {
  setSessionCookie(reply, session, services.publicUrl());
  services.evictIdentity(session.userId);
  return readSession(services, session.userId, session.id);
}

async function readSession(
  { database, publicUrl, version }: SessionServices,
  userId: string,
  sessionId: string | null,
): Promise<schemas.Session> {
  const user = await readProfile(database.query, userId);
  return { user, session_id: sessionId, version, public_url: publicUrl() };
}

export function setSessionCookie(reply: FastifyReply, { token }: NewSession, publicUrl: string): void {
  reply.header('set-cookie', formatCookie(token, { publicUrl, seconds: SESSION_SECONDS }));
}
