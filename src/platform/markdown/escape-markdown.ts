/** Makes a text mean itself in Markdown, on one line. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

/**
 * Takes the escapes out of Markdown that is read as plain text, such as the text part of a mail. In code a backslash
 * means itself.
 */
export function unescapeMarkdown(markdown: string): string {
  return markdown.replaceAll(
    /(```[\s\S]*?```|`[^`\n]*`)|\\([!-/:-@[-`{-~])/g,
    (_, code: string | undefined, character: string) => code ?? character,
  );
}
