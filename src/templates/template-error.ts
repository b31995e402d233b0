/** Messages quote names and texts of the template, which may be of any length. */
const MAX_MESSAGE_LENGTH = 500;

/** The only thing that compiling and evaluating ever throw. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly line?: number;

  constructor(message: string, line?: number, options?: ErrorOptions) {
    super(message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}...` : message, options);
    if (line !== undefined) this.line = line;
  }
}

/** The evaluation took longer than it may. With more time it might have gone well. */
export class TemplateTimeout extends TemplateError {}

/** A fault in the source: its message starts with the line, because that is where the author must look. */
export function syntaxError(message: string, line: number): TemplateError {
  return new TemplateError(`line ${line}: ${message}`, line);
}
