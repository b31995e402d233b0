/**
 * The id of this tab, which stays the same when its page is reloaded. A browser copies the storage of a tab that is
 * duplicated, so the id is there only while a page is leaving, and two tabs never have the same one.
 */
import { newUuid } from './uuid.ts';

const KEY = 'heddle.tab';

export const tabId = takeTabId();

function takeTabId(): string {
  const id = take() ?? newUuid();
  addEventListener('pagehide', () => write(id));
  addEventListener('pageshow', () => take());
  return id;
}

function take(): string | null {
  try {
    const id = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return id;
  } catch {
    return null;
  }
}

function write(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Without storage a reloaded page is a new tab.
  }
}
