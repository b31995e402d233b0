/**
 * References to secrets that are stored elsewhere:
 *
 *   env:HEDDLE_SECRET_NAME   a variable of the process
 *   file:name                a file in the folder of secrets
 *   vault:path#field         a field of a secret in HashiCorp Vault or OpenBao
 */
export type ExternalSource = 'env' | 'file' | 'vault';

export type ExternalReference =
  | { source: 'env'; variable: string }
  | { source: 'file'; name: string }
  | { source: 'vault'; path: string; field: string };

const SOURCE = /^(env|file|vault):/;
const VARIABLE = /^HEDDLE_SECRET_[A-Za-z0-9_]{1,200}$/;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;
const VAULT_PATH = /^[^/#?\\%\p{Cc}\s]+(\/[^/#?\\%\p{Cc}\s]+)*$/u;
const VAULT_FIELD = /^[^#\p{Cc}]{1,200}$/u;
const MOST_PATH_CHARACTERS = 500;

/** Where the value of a field is stored; undefined when it is stored here, because the text is the value itself. */
export function findExternalSource(text: string): ExternalSource | undefined {
  switch (SOURCE.exec(text)?.[1]) {
    case 'env':
      return 'env';
    case 'file':
      return 'file';
    case 'vault':
      return 'vault';
    default:
      return undefined;
  }
}

/** Whether a text is a reference. Only administrators may enter one, because it names what is not theirs alone. */
export function isExternal(text: string): boolean {
  return findExternalSource(text) !== undefined;
}

/** What is wrong with a reference, as the end of a sentence that begins with its field; undefined if nothing is. */
export function findReferenceProblem(text: string): string | undefined {
  const reference = parseReference(text);
  return typeof reference === 'string' ? reference : undefined;
}

/** Returns the problem as a text when the reference is malformed. */
export function parseReference(text: string): ExternalReference | string {
  const rest = text.slice(text.indexOf(':') + 1);
  switch (findExternalSource(text)) {
    case 'env':
      return VARIABLE.test(rest)
        ? { source: 'env', variable: rest }
        : 'must name a variable that starts with HEDDLE_SECRET_, such as env:HEDDLE_SECRET_STRIPE';
    case 'file':
      return FILE_NAME.test(rest)
        ? { source: 'file', name: rest }
        : 'must name a file without its folder, such as file:stripe-key';
    case 'vault':
      return parseVaultReference(rest) ?? 'must name a path and a field, such as vault:payments/stripe#key';
    default:
      return 'must start with env:, file: or vault:';
  }
}

function parseVaultReference(text: string): ExternalReference | undefined {
  const hash = text.indexOf('#');
  const [path, field] = [text.slice(0, hash), text.slice(hash + 1)];
  const isPath = hash > 0 && path.length <= MOST_PATH_CHARACTERS && VAULT_PATH.test(path);
  if (!isPath || !VAULT_FIELD.test(field) || path.split('/').some(part => /^\.+$/.test(part))) return undefined;
  return { source: 'vault', path, field };
}
