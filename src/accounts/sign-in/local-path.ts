const ELSEWHERE = 'http://local.invalid';

/** Accepts a path of our own pages. Anything that a browser could understand as another host becomes `/`. */
export function toLocalPath(text: string | null | undefined): string {
  // Browsers drop control characters and read backslashes as slashes, so `/\evil.example` would lead to another host.
  if (!text || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)) return '/';
  const url = URL.parse(text, ELSEWHERE);
  // Without its dots, `/..//evil.example` begins with two slashes.
  if (url?.origin !== ELSEWHERE || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
