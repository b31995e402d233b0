/** Thrown in a thread when the file is of a kind that holds no text. The message is its content type. */
export class NotText extends Error {
  override readonly name = 'NotText';
}
