/** Export documents as files: one document, or a list of several. */

import type { ExportDocument } from '../api/workflows.ts';
import * as texts from '../texts/workflows.ts';

/** Returns the documents in a file. Throws with what is wrong with it, in words for people. */
export function readDocuments(text: string, filename: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(texts.fileNotJson(filename));
  }
  const documents: unknown[] = Array.isArray(value) ? value : [value];
  if (documents.length === 0) throw new Error(texts.fileWithoutWorkflow(filename));
  if (!documents.every(isDocument)) throw new Error(texts.fileNoExport(filename));
  return documents;
}

function isDocument(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'version' in value && 'workflow' in value;
}

/** Returns the name and the text of the file that an export becomes. */
export function toFile(documents: readonly ExportDocument[]): { name: string; text: string } {
  const [first] = documents;
  const isSingle = documents.length === 1 && first !== undefined;
  const name = isSingle ? `${toFilename(first.workflow.name)}.json` : `${documents.length}-workflows.json`;
  return { name, text: `${JSON.stringify(isSingle ? first : documents, null, 2)}\n` };
}

function toFilename(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'workflow' : plain;
}

/** Says what an import still needs before it can run. */
export function describeImport(name: string, issues: number, secretKeys: readonly string[]): string {
  const needs = [
    ...(secretKeys.length > 0 ? [texts.credentialsFill(secretKeys.join(', '))] : []),
    ...(issues > 0 ? [texts.issuesToLookAt(issues)] : []),
  ];
  return [texts.imported(name), ...needs].join(' ');
}
