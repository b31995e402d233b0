/** The error texts of the specification for invalid paths. */
export const NO_FOLDER = "path must start with a folder: '<folder>/<name>'";
export const FOLDER = "folder name can only contain letters, digits, '_' and '-'";
export const EMPTY = 'path segments cannot be empty';
export const DOTS = "path segments cannot be '.' or '..'";
export const SPACE = 'path segments cannot start or end with a space';
export const CHARACTERS = `path segments cannot contain control characters or any of / \\ : * ? " < > | # % '`;
