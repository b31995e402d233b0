/** The language that somebody chose for this browser. The server reads it to choose the page that it sends. */
import { LANGUAGE_COOKIE } from '../../../src/platform/languages.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns an empty text where the browser decides. */
export function readChosenLanguage(): string {
  return new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}

/** Reloads the page, because the texts are part of its scripts. */
export function chooseLanguage(language: string): void {
  const seconds = language === '' ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: Without TLS, browsers have no other way.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
  location.reload();
}
