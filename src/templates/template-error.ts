/** Messages quote names and texts of the template, which can have any length. */
const MAX_MESSAGE_LENGTH = 500;

/** The only error that compiling and evaluating throw. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly line?: number;

  constructor(message: string, line?: number, options?: ErrorOptions) {
    super(message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}...` : message, options);
    if (line !== undefined) this.line = line;
  }
}

/** The evaluation exceeded its time limit. With more time it might have succeeded. */
export class TemplateTimeout extends TemplateError {}

/**
 * Creates the error for a mistake in the source. Its message starts with the line, so that the author finds the place.
 */
export function syntaxError(message: string, line: number): TemplateError {
  return new TemplateError(`line ${line}: ${message}`, line);
}
