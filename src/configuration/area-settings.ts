/** The settings of files, assistants, tools, the audit log and notifications. */
import { parseModels } from '../platform/models/settings.ts';
import { fixedLimits, MEGABYTE } from './limits.ts';
import { parseMcpServers } from './mcp-servers.ts';
import { type Area, flag, integer, megabytes, oneOf, text } from './setting-values.ts';
import { divideCache } from './shares.ts';
import { parseWebSearch } from './web-search.ts';

export const storage = {
  title: 'Files',
  usedBy: 'booster',
  settings: {
    fileBytes: {
      variable: 'HEDDLE_MAX_FILE_MB',
      values: megabytes,
      default: 100,
      usedBy: 'files, booster, approvals, triggers',
      meaning: 'A file may have at most this many megabytes.',
    },
    runFileBytes: {
      variable: 'HEDDLE_RUN_FILE_BYTES',
      values: integer(MEGABYTE, 2 ** 40),
      default: 5 * 1024 * MEGABYTE,
      usedBy: 'files, booster, runs',
      meaning:
        'A file that a step streams may have at most this many bytes: a reply of a server, a file that goes to a panel or comes ' +
        'from one, an archive. Files that a step needs in memory, and those that people upload, stay within `HEDDLE_MAX_FILE_MB`.',
    },
    panelMegabytes: {
      variable: 'HEDDLE_PANEL_MB',
      values: integer(0, fixedLimits.panel.megabytes),
      default: 1024,
      meaning:
        'The files of a panel that sets no limit of its own may take at most this many megabytes. With 0, only the quota of ' +
        'its owner applies.',
    },
    directUpload: {
      variable: 'HEDDLE_DIRECT_UPLOAD',
      values: flag('on', 'off'),
      default: 'on',
      meaning: 'With `on`, clients may upload files directly, with a signed form instead of an API key.',
    },
    directUploadMinutes: {
      variable: 'HEDDLE_DIRECT_UPLOAD_MINUTES',
      values: integer(1, 100), // the space that is reserved for an upload is released after two hours
      default: 60,
      meaning: 'A client must complete a direct upload within this many minutes.',
    },
    linkMinutes: {
      variable: 'HEDDLE_LINK_MINUTES',
      values: integer(1, 525_600),
      default: 60,
      meaning:
        'Links to files of panels are valid for this many minutes, and requests can not ask for more. Steps can, with the tool `booster_file_link`.',
    },
    metadataBytes: {
      variable: 'HEDDLE_METADATA_BYTES',
      values: integer(2, fixedLimits.storage.fieldBytes),
      default: 4096,
      meaning: 'The metadata of a file in a panel may have at most this many bytes of JSON.',
    },
    listedFiles: {
      default: {
        variable: 'HEDDLE_LISTED_FILES',
        values: integer(1, 1e5),
        default: 100,
        meaning: 'A listing of files without paging returns at most this many.',
      },
      most: {
        variable: 'HEDDLE_LISTED_FILES_MOST',
        values: integer(1, 1e5),
        default: 1000,
        meaning: 'A listing of files with paging returns at most this many.',
      },
    },
    ids: {
      variable: 'HEDDLE_FILE_IDS',
      values: integer(1, 1e5),
      default: 100,
      meaning: 'One request to `url` or `delete-many` may name at most this many files.',
    },
  },
} satisfies Area;

export const images = {
  title: 'Resized images',
  usedBy: 'booster',
  settings: {
    cacheBytes: {
      variable: 'HEDDLE_IMAGE_CACHE_MB',
      values: megabytes,
      default: 256,
      shared: { least: 1, divide: divideCache },
      meaning: 'The cache of resized images may take at most this many megabytes of the data folder.',
    },
    megapixels: {
      variable: 'HEDDLE_IMAGE_MEGAPIXELS',
      values: integer(1, 1000),
      default: 50,
      meaning: 'Heddle resizes images of up to this many megapixels.',
    },
    atOnce: {
      variable: 'HEDDLE_IMAGES_AT_ONCE',
      values: integer(1, 64),
      default: 3,
      shared: { least: 1 },
      meaning: 'Heddle resizes at most this many images at once, and one fewer for one user.',
    },
  },
} satisfies Area;

export const assistants = {
  title: 'Models and assistants',
  usedBy: 'assistants',
  settings: {
    models: {
      variable: 'HEDDLE_MODELS',
      values: { allowed: 'a JSON list, or the path of a file that contains one', parse: parseModels },
      usedBy: 'platform, documents, tools, assistants',
      secret: true,
      meaning: 'Assistants, steps and tools can use these AI models (see docs/guides/assistants.md).',
    },
    classificationModel: {
      variable: 'HEDDLE_CLASSIFICATION_MODEL',
      values: { ...text, allowed: 'the id of a chat model' },
      meaning:
        'Steps of `ai.condition` and `ai.choice` that name no model use this one. When it is not set, they use the first.',
    },
    imageTextModel: {
      variable: 'HEDDLE_IMAGE_TEXT_MODEL',
      values: { ...text, allowed: 'the id of a chat model with vision' },
      usedBy: 'documents, assistants',
      meaning: 'This model reads images as text. When it is not set, Heddle does so itself (OCR).',
    },
    atOnce: {
      variable: 'HEDDLE_ANSWERS_AT_ONCE',
      values: integer(1, 10_000),
      default: 100,
      shared: { least: 1 },
      meaning:
        'Heddle waits for at most this many answers of models at once, in chats and in steps, half of them for one user.',
    },
  },
} satisfies Area;

export const tools = {
  title: 'Tools',
  usedBy: 'tools',
  settings: {
    mcpServers: {
      variable: 'HEDDLE_MCP_SERVERS',
      values: {
        allowed: 'a JSON object with an entry for each server, or the path of a file that contains one',
        parse: parseMcpServers,
      },
      secret: true,
      meaning: 'Heddle offers the tools of these MCP servers (see docs/guides/assistants.md).',
    },
    mcpWorkflows: {
      variable: 'HEDDLE_MCP_WORKFLOWS',
      values: oneOf('offered', 'all'),
      default: 'offered',
      usedBy: 'mcp',
      meaning:
        'Programs that use Heddle as an MCP server get as tools the workflows whose settings offer them, or `all` that their user may run.',
    },
    webSearch: {
      variable: 'HEDDLE_WEB_SEARCH',
      values: { allowed: 'a JSON object with `provider`, `url` and `key`', parse: parseWebSearch },
      secret: true,
      meaning:
        'The tool `web_search` uses this provider (see docs/guides/assistants.md). When it is not set, there is no such tool.',
    },
  },
} satisfies Area;

export const audit = {
  title: 'Audit log',
  usedBy: 'audit',
  settings: {
    days: {
      variable: 'HEDDLE_AUDIT_DAYS',
      values: integer(0, 36_500),
      default: 365,
      meaning: 'Heddle deletes entries of the audit log after this many days. With 0 it keeps them forever.',
    },
  },
} satisfies Area;

export const notifications = {
  title: 'Notifications',
  usedBy: 'accounts',
  settings: {
    days: {
      variable: 'HEDDLE_NOTIFICATION_RETENTION_DAYS',
      values: integer(1, 36_500),
      default: 180,
      meaning: 'Heddle deletes notifications after this many days.',
    },
    readDays: {
      variable: 'HEDDLE_READ_NOTIFICATION_RETENTION_DAYS',
      values: integer(1, 36_500),
      default: 30,
      meaning: 'Heddle deletes a notification that was read this many days after it was created.',
    },
  },
} satisfies Area;
