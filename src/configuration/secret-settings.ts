/** The settings of stores from which credentials are read. */
import { type Area, file, folder, httpUrl, text, vaultPath, visibleText } from './setting-values.ts';

export const secrets = {
  title: 'Secrets that are stored elsewhere',
  usedBy: 'credentials',
  settings: {
    folder: {
      variable: 'HEDDLE_SECRETS_FOLDER',
      values: folder,
      meaning: 'Fields of credentials may refer to files in this folder: `file:name`.',
    },
    vault: {
      url: {
        variable: 'HEDDLE_VAULT_URL',
        values: httpUrl,
        meaning:
          'Fields of credentials may refer to secrets in HashiCorp Vault or OpenBao at this address: `vault:path#field`.',
      },
      token: {
        variable: 'HEDDLE_VAULT_TOKEN',
        values: visibleText,
        secret: true,
        meaning: 'Heddle reads from Vault with this token.',
      },
      tokenFile: {
        variable: 'HEDDLE_VAULT_TOKEN_FILE',
        values: file,
        meaning: 'Heddle reads the token for Vault from this file, again for every request.',
      },
      namespace: {
        variable: 'HEDDLE_VAULT_NAMESPACE',
        values: text,
        meaning: 'The secrets are in this namespace of Vault.',
      },
      mount: {
        variable: 'HEDDLE_VAULT_MOUNT',
        values: vaultPath,
        default: 'secret',
        meaning: 'The KV secrets engine (version 1 or 2) is mounted at this path. References name paths below it.',
      },
    },
  },
} satisfies Area;
