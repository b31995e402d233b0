const ALLOWED = new Set(['http:', 'https:', 'mailto:']);
/** Only for reading addresses without a host. */
const ANY_BASE = 'http://base.invalid';

/** Returns the address if it may be opened, and undefined for `javascript:` and the like. */
export function safeAddress(href: string): string | undefined {
  return URL.canParse(href, ANY_BASE) && ALLOWED.has(new URL(href, ANY_BASE).protocol) ? href : undefined;
}

/** Whether a picture is shown: those of this service, by the links that it gives to files. */
export function isOwnPicture(href: string, origin: string): boolean {
  if (!URL.canParse(href, origin)) return false;
  const url = new URL(href, origin);
  return url.origin === origin && (url.pathname === '/file' || url.pathname.startsWith('/booster/storage/file/'));
}
