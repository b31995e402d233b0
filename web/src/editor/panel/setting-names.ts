/** Tells the params of a step that are about how it is executed from those that are about what it does. */

/** The params that every action has besides its own. */
const SETTINGS = new Set(['retry', 'timeout_seconds', 'timeout_hours']);

export function isSetting(name: string): boolean {
  return SETTINGS.has(name);
}
