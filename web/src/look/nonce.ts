/** The nonce of this page, which styles that are made by scripts must carry under our Content-Security-Policy. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
