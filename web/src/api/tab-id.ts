/**
 * The id of this tab, which stays the same when its page is reloaded. A browser copies the storage of a tab that is
 * duplicated, so the id is there only while a page is leaving, and two tabs never have the same one.
 */
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

/** `crypto.randomUUID` is missing where the console is served without TLS. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
