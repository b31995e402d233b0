/** A caller who chats with a builder, for tests without a database. */
export const caller = {
  keyId: 'k1',
  userId: 'u1',
  email: 'ann@example.org',
  name: 'Ann',
  admin: false,
  scopes: new Set<string>(),
  workflowPermission: 'write' as const,
};
