/** Thrown in a thread when the fault lies in what the tool was given: the message is for the author of the workflow. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
