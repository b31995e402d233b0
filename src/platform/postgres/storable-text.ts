/** PostgreSQL stores neither NUL nor unpaired surrogates, which texts of other services may contain. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
