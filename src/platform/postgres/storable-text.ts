/** A text as the database can keep it, which holds neither NUL nor half of a character: others may have answered both. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
