/** Every limit in one place. Those of an installation's choice have a setting in `config.ts`, and these are its defaults. */

export const MEGABYTE = 2 ** 20;

export const limits = {
  /** A JSON body, where an endpoint names no limit of its own. */
  bodyBytes: 10 * MEGABYTE,
  /** Levels of nesting in a JSON body. Serialising recurses, so what may come in must be able to go out. */
  bodyDepth: 200,
  /** What large JSON bodies may cost. A small one is counted in no budget. */
  requestBodies: {
    /** In one body, and in one object of it: as many as can be gone through without holding up the event loop. */
    values: 1_000_000,
    keys: 50_000,
    /** Of a body whose files are in base64: what is not in long strings. */
    textBytes: 32 * MEGABYTE,
    /** That the bodies of all requests under way take together in memory, and their long strings on disk. */
    memoryMegabytes: 256,
    diskMegabytes: 4096,
  },
  /** One stored file. */
  fileMegabytes: 100,
  /** A field of a form beside its file. */
  formFieldBytes: 4096,

  /** Requests per minute of an API key in each tier; of an IP address in `webhook`. */
  requestsPerMinute: { default: 600, high: 1800, low: 30, webhook: 600 },

  /** Connections of one process, and what requests may ask of them. */
  database: {
    connections: 6,
    /** For the states of runs, for jobs and for schedules: no request can take one of these. */
    machineryConnections: 4,
    statementSeconds: 10,
    /** Of a wait for a lock that another request holds. */
    lockSeconds: 5,
    /** Of a wait for a connection, while all are in use. */
    waitSeconds: 10,
  },

  /** Long answers on their way to clients. */
  answers: {
    /** Of all of them together that one process keeps in memory; one user has at most two thirds. */
    megabytes: 96,
    /** A client that takes nothing for so long is cut off. */
    idleSeconds: 30,
  },

  query: {
    filters: 100,
    /** Elements of an `in` or `not_in` list. */
    listValues: 1000,
    patternCharacters: 1000,
    /** How long a query with a `regex` filter may take. */
    patternMs: 2000,
    /** How long a query that may be slow waits for its turn. */
    waitSeconds: 30,
    /** Items of one `find`; without paging, `find` gives everything up to this number. */
    items: 10_000,
  },

  workflow: {
    nodes: 200,
    /** Of a definition: about the characters of its JSON, and how many values it has. */
    definitionCharacters: 1_000_000,
    definitionValues: 50_000,
    /** Of one template or expression. */
    templateCharacters: 100_000,
    revisions: 100,
    noteCharacters: 500,
    importNameCharacters: 200,
    cronCharacters: 200,
    approvalHours: { default: 72, most: 720 },
    /** Of one schedule's occurrences. */
    scheduleIntervalMinutes: 5,
    /** Of an occurrence that is still fired; what is later was missed while the service was down. */
    scheduleLateMinutes: 5,
    /** Occurrences that a preview shows. */
    previewOccurrences: 10,
    /** A change that only moves nodes joins the latest revision of the same user for so long. */
    mergeMovesMinutes: 3,
  },

  run: {
    inputCharacters: 200_000,
    /** That start in one run; each item of a loop counts. */
    steps: 500,
    stepsAtOnce: 4,
    loopItems: 100,
    /** Pauses do not count. */
    seconds: 1800,
    /** Of a step's output, as JSON, that is shown; in the body of a loop less. The whole is kept until the run ends. */
    shownCharacters: 200_000,
    shownInLoopCharacters: 2_000,
    /** Of a step's text for people. */
    textCharacters: 2_000,
    /** A step's whole output, as JSON. */
    valueCharacters: 32 * MEGABYTE,
    /** Processor time that one template may take. */
    templateMs: 100,
    /** That compute in one process at once. Those that wait for something else are not counted. */
    atOnce: 50,
    /**
     * That one process has in memory: those that compute, and those that wait. A waiting run of a few steps takes some
     * 50 KB, so this is some 100 MB; a user may have at most half of it (see `places.ts`).
     */
    inMemory: 2_000,
    /** Of a process, before others take its runs and jobs; and of its event loop, before it counts as hung and is silent. */
    silenceSeconds: 15,
    hungSeconds: 60,
    /** That wait in one workflow: more are not accepted from its webhooks. */
    queued: 50,
    /** That wait on behalf of one user, whatever queued them. Those that were waiting for a decision are not refused. */
    queuedPerUser: 20_000,
    /** Runs that booster triggers started one from the other: one of this depth starts no more. */
    triggerDepth: 5,
    /** Runs that booster triggers start because runs of one cause changed something. */
    perRoot: 2_000,
    retentionDays: 90,
    keyCharacters: 200,
    /** How long an idempotency key is remembered. */
    keyHours: 24,
    /** The reply to an `http.request`: one that becomes a file, and one that becomes a value (text or JSON). */
    replyBytes: { file: 100 * MEGABYTE, value: 32 * MEGABYTE },
    redirects: 5,
    /** What one `notify` attaches, in all: mail servers commonly refuse more. */
    attachmentBytes: 25 * MEGABYTE,
    /** Between two tries of a step, whatever its author or the other side asks for. */
    retryDelaySeconds: 3600,
  },

  webhook: {
    /** Calls that one trigger accepts. */
    calls: { minute: 60, hour: 2_000, day: 20_000 },
    /** In the body of one call. */
    files: 10,
    /** Objects and lists that a file may be nested in. */
    fileLevels: 32,
  },

  approval: {
    assignees: 100,
    /** The form data of a decision, and what a form shows at first. */
    dataCharacters: 20_000,
    commentCharacters: 2_000,
    listed: { default: 50, most: 200 },
  },

  chat: {
    messageCharacters: 100_000,
    /** In one message. */
    files: 10,
    /** Of the text of one message's files that a model is told. */
    fileCharacters: 400_000,
    /** Of a conversation that a model is told: what is older is left out. */
    historyCharacters: 400_000,
    /** Times that a model is asked before it must have answered. */
    modelCalls: 25,
    /** Times that a model may correct an answer that does not fit its schema. */
    corrections: 2,
    /** Of images and sounds that a model is shown at once: older ones are only named. */
    shownBytes: 20 * MEGABYTE,
    /** Of a tool's result that a model is told, and of the results of all its calls in one answer. */
    toolResultCharacters: 50_000,
    toolResultsCharacters: 200_000,
    /** Of one answer in a chat. */
    seconds: 600,
    /** Answers that one process works on at once; others wait. */
    atOnce: 100,
    titleCharacters: 80,
    /** Messages that a conversation is read with. */
    listed: 1000,
  },

  assistant: {
    instructionsCharacters: 100_000,
    tools: 100,
  },

  /** Booster panels and what their settings may say. */
  panel: {
    /** Of a panel that does not say. 0: only the owner's quota. */
    defaultMegabytes: 1024,
    megabytes: 100_000_000,
    folders: 200,
    types: 100,
    keepDays: 36_500,
    webhooks: 20,
  },

  /** The database of booster panels. */
  record: {
    collectionCharacters: 100,
    /** A record's data as JSON, after all its updates too. */
    dataCharacters: MEGABYTE,
    /** A `find` without paging, and one with. */
    foundRecords: { default: 100, most: 1000 },
  },

  /** The file storage of booster panels. */
  storage: {
    metadataBytes: 4096,
    /** A listing without paging, and one with. */
    listedFiles: { default: 100, most: 1000 },
    /** Names of sub-folders in a listing. */
    listedFolders: 10_000,
    /** In `url` and `delete-many`. */
    ids: 100,
    linkMinutes: 60,
    /** To complete a direct upload in. */
    directUploadMinutes: 60,
    pathLevels: 8,
    pathCharacters: 512,
    /** A field of the upload form. */
    fieldBytes: 65_536,
  },

  /** Resized copies of images. */
  images: {
    /** Of the longest side. */
    pixels: 4096,
    /** Of the original. */
    megapixels: 50,
    cacheMegabytes: 256,
    /** That one process resizes, and for one user one less; and that may wait for it, of one user. */
    atOnce: 3,
    waiting: 100,
  },

  /** Of forms and answers against the schema that their author wrote, in a thread. It takes milliseconds. */
  schemaCheck: { timeoutMs: 2000, memoryMb: 128 },

  /** How long notifications are kept, and how long those that were read. */
  notification: { retentionDays: 180, readRetentionDays: 30 },

  /** Users, or groups, that one record is shared with. */
  shares: 1000,
  urlCharacters: 2000,
  filenameCharacters: 255,
  contentTypeCharacters: 255,
  nameCharacters: 200,
  descriptionCharacters: 10_000,
  emailCharacters: 254,
  passwordCharacters: { least: 8, most: 200 },
  scopesPerKey: 50,

  /** How long runs and requests under way may go on after SIGTERM. */
  drainSeconds: 20,
} as const;

export type Tier = keyof typeof limits.requestsPerMinute;
