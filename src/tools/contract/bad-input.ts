/** Thrown in a thread when the input of the tool is at fault. The message is for the author of the workflow. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
