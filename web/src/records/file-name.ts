/** A name that every file system takes. */
export function fileName(collection: string, ending: string): string {
  const name = collection.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  return `${name || 'records'}.${ending}`;
}
