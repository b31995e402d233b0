/** The types of files that a folder accepts. Pure. */
import { fileTypeNotAccepted } from '../errors.ts';
import { isRecognisable } from './content-type.ts';
import { guessContentType, UNKNOWN_TYPE } from './names.ts';

export interface AcceptedTypes {
  folder: string;
  /** Each is a type (`application/pdf`), a kind of types (`image/*`) or the ending of a name (`.csv`). */
  patterns: readonly string[];
}

export function requireAcceptedType({ folder, patterns }: AcceptedTypes, filename: string, contentType: string): void {
  const type = withoutParameters(contentType);
  if (!patterns.some(pattern => matches(pattern.toLowerCase(), filename, type)))
    throw fileTypeNotAccepted(folder, type);
}

export function withoutParameters(contentType: string): string {
  return contentType.replace(/[ \t]*;.*$/s, '').toLowerCase();
}

/** A name's ending does not help a file whose content was recognised as something else. */
function matches(pattern: string, filename: string, type: string): boolean {
  if (pattern.endsWith('/*')) return type.startsWith(pattern.slice(0, -1));
  if (!pattern.startsWith('.')) return type === pattern;
  if (!filename.toLowerCase().endsWith(pattern)) return false;
  const expected = guessContentType(filename);
  return !isRecognisable(type) || expected === UNKNOWN_TYPE || expected === type;
}
