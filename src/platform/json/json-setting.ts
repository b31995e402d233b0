/** Reads JSON that an operator configured as text or as a file. It may hold keys, so no message ever quotes it. */
import { readFileSync } from 'node:fs';
import { errorCode, errorMessage } from '../error-details.ts';

const FILE_LIMIT_BYTES = 1_000_000;

interface JsonSetting {
  /** The character with which the JSON begins; any other text is a path. */
  opening: '[' | '{';
  /** A description such as `a JSON list of models`. */
  what: string;
}

/** Throws an error whose message says what the value must be, to follow "must be ". */
export function readJsonSetting(text: string, { opening, what }: JsonSetting): unknown {
  const isJson = text.trimStart().startsWith(opening);
  const json = isJson ? text : readFile(text, what);
  try {
    return JSON.parse(json);
  } catch {
    // The message of the parser would quote the text.
    throw new Error(`${what}; ${isJson ? 'it' : `the file '${text}'`} is not valid JSON`);
  }
}

function readFile(path: string, what: string): string {
  try {
    const content = readFileSync(path);
    if (content.length > FILE_LIMIT_BYTES) throw new Error(`it is larger than ${FILE_LIMIT_BYTES} bytes`);
    return content.toString();
  } catch (error) {
    const reason = errorCode(error) ?? errorMessage(error);
    throw new Error(`${what}, or the path of a file that holds one; '${path}' can not be read: ${reason}`);
  }
}
