/** Checks the name of a folder before somebody uploads into it. Pure. The service checks it again. */
import { files as texts } from '../texts/files.ts';

const FOLDER = /^[A-Za-z0-9_-]{1,100}$/;
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|#%']/u;

/** What is wrong with the name of a folder below this directory, which is '' for the top. */
export function folderNameProblem(directory: string, name: string): string | undefined {
  if (directory === '') return FOLDER.test(name) ? undefined : texts.folderNameInvalid;
  const isInvalid = name === '' || name === '.' || name === '..' || name.trim() !== name || FORBIDDEN.test(name);
  return isInvalid ? texts.segmentInvalid : undefined;
}
