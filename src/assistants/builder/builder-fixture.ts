/** Who chats with a builder, where nobody asks the database for them. */
export const caller = {
  keyId: 'k1',
  userId: 'u1',
  email: 'ann@example.org',
  name: 'Ann',
  admin: false,
  scopes: new Set<string>(),
  workflowPermission: 'write' as const,
};
