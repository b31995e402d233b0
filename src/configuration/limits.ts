/**
 * The limits that an installation can not change, because they belong to the specification or to the design. The other
 * limits are settings, see `settings.ts`.
 */

import { flowLimits } from './flow-limits.ts';

export const MEGABYTE = 2 ** 20;

export const fixedLimits = {
  ...flowLimits,

  /** Levels of nesting in a JSON body. Serialization is recursive, so what comes in must also be able to go out. */
  bodyDepth: 200,
  /** The cost of a large JSON body. */
  requestBodies: {
    /** Values in one body. As many can be processed without blocking the event loop. */
    values: 1_000_000,
    /** Keys in one object of a body, for the same reason. */
    keys: 50_000,
    /** Bytes outside of long strings, in a body that contains files as base64. */
    textBytes: 32 * MEGABYTE,
    /** What is read of a request after its answer, so that clients that send first and read later get the answer. */
    afterAnswer: { seconds: 30, bytes: 256 * MEGABYTE },
  },
  /** Bytes of a form field that accompanies a file. */
  formFieldBytes: 4096,

  /** How people get in. Failures are counted in windows, which begin with the first one. */
  signIn: {
    /** Wrong passwords for one account from one address, in a quarter of an hour. */
    failuresPerAccount: 10,
    /** The same from all addresses from which nobody has signed in to the account lately. */
    failuresPerAccountElsewhere: 100,
    failuresPerAddress: 50,
    windowMinutes: 15,
    /** Older sessions of the same user are ended. */
    sessionsPerUser: 100,
    /** Characters of the name that a browser gives itself. */
    agentCharacters: 300,
    setupLinkMinutes: 60,
    passwordLinkMinutes: 24 * 60,
    invitationLinkMinutes: 7 * 24 * 60,
    /** The time that somebody may take at an identity provider. */
    providerMinutes: 15,
  },

  /** What a request may wait for. */
  database: {
    /** Wait for a lock that another request holds. */
    lockSeconds: 5,
    /** Wait for a connection while all are in use. */
    waitSeconds: 10,
    /** Wait for the answer to a commit, which may wait for standby servers. */
    commitSeconds: 5,
    /** Wait for an answer that the time limit of a statement should have brought. */
    answerSeconds: 2,
    /** Duration of a statement of background work that reads a whole table, as before a partition of runs is made. */
    maintenanceSeconds: 3600,
  },

  query: {
    filters: 100,
    /** Elements of an `in` or `not_in` list. */
    listValues: 1000,
    patternCharacters: 1000,
    /** Duration of a query with a `regex` filter. */
    patternMs: 2000,
    /** Wait of a query that may be slow, until it may start. */
    waitSeconds: 10,
    /** Items of one `find`. Without paging, `find` returns everything up to this number. */
    items: 10_000,
  },

  workflow: {
    /** Workflows whose runs one trigger watches by their ids. */
    watchedWorkflows: 100,
    /** An occurrence of a schedule that is later than this was missed while the service was down. */
    scheduleLateMinutes: 5,
    holidayFileBytes: MEGABYTE,
    /** Occurrences that the preview of a schedule shows. */
    previewOccurrences: 10,
    /** For this time, a change that only moves nodes is merged into the latest revision of the same user. */
    mergeMovesMinutes: 3,
    /** How long somebody waits for a call of a webhook. */
    listenSeconds: 600,
    /** Tests of one workflow. */
    tests: 100,
    /** Characters of a test as JSON: its input, its pins and what it expects. */
    testCharacters: 1_000_000,
    /** How long one test may take. */
    testSeconds: 30,
  },

  variable: {
    /** Variables of one user or organization. */
    perOwner: 500,
    /** Characters of a value, as JSON. */
    valueCharacters: 20_000,
    /** Characters of all values of one owner. A run that computes names of variables stores all of them. */
    ownerCharacters: 1_000_000,
    /** Values that one workflow has of its own. */
    perWorkflow: 100,
  },

  run: {
    /** Runs that a reply names. A change of a thousand files may start many, and an event may wake any number. */
    namedInReply: 100,
    /** Characters of a step's text for people. */
    textCharacters: 2_000,
    /** Characters of a step's whole output, as JSON. */
    valueCharacters: 32 * MEGABYTE,
    /** Processor time of one template. */
    templateMs: 100,
    /** A process whose event loop has been blocked for this time counts as hung and stops its heartbeat. */
    hungSeconds: 60,
    /** Length of a chain of runs that booster triggers start from one another: the last one starts no more. */
    triggerDepth: 5,
    /** Runs that steps start: levels below the first run, and runs in all of its levels together. */
    tree: { depth: 10, runs: 1_000 },
    /** Characters of an idempotency key. */
    keyCharacters: 200,
    /** Time for which an idempotency key is stored. */
    keyHours: 24,
    /** The reply to an `http.request` that becomes a file, and one that becomes a value (text or JSON). */
    replyBytes: { file: 100 * MEGABYTE, value: 32 * MEGABYTE },
    /** Redirects that an `http.request` follows. */
    redirects: 5,
    /** All attachments of one `notify` together: mail servers commonly refuse more. */
    attachmentBytes: 25 * MEGABYTE,
    /** Recipients of one `notify`. */
    mailRecipients: 20,
    /** Items of a loop that are open at once, unless the loop says otherwise. Larger loops are executed in such batches. */
    openItems: 100,
    /** Rounds of a repeat. All rounds together have no more steps than the run may have. */
    rounds: { default: 20, most: 1_000 },
    /** Delay between two rounds of a repeat, however much it has grown. */
    roundDelaySeconds: 86_400,
    /** Delay between two attempts of a step, whatever its author or the other server asks for. */
    retryDelaySeconds: 3600,

    /** The results that a test gives to steps, as JSON. */
    pinCharacters: 2_000_000,

    /** Many runs that one request replays or cancels. */
    batch: {
      runs: 10_000,
      /** Runs that one transaction deals with. */
      chunk: 100,
      perMinute: 10_000,
      /** Reasons that are kept of runs that could not be replayed or cancelled. */
      refusals: 20,
      days: 30,
    },

    /** Failed runs that one request changes, and workflows whose failures are counted one by one. */
    failure: { runs: 200, noteCharacters: 500, workflows: 100 },

    /** Lists of runs in the console. */
    list: {
      /** Runs of one page. */
      items: 100,
      /** Characters of an error in a list. */
      errorCharacters: 300,
      /** Characters of an output in the list of a run's steps. */
      outputCharacters: 2_000,
      /** Characters of the rendered params of a step, as JSON. */
      paramsCharacters: 20_000,
      /** Characters of a text to look for. */
      textCharacters: 200,
      triggerTypes: 20,
      buckets: 200,
      /** Loops within loops that the name of a step can have. */
      iterationLevels: 100,
      /** One request looks so long for runs that no index finds. It then answers how far it came. */
      searchMs: 1_500,
      /** Counting the runs of a filter may take so long. */
      countMs: 5_000,
    },
  },

  /** What the console keeps open, and what it stores for its users. */
  live: {
    /** Streams of one user in one process. */
    streams: 100,
    /** Changed runs that one stream reports at once. */
    runs: 100,
    views: 100,
    searchCharacters: 2_000,
    /** Things of one kind that a search by name finds. */
    found: 6,
    /** Panels in which it looks, and files that it looks through where no index helps. */
    panels: 200,
    scannedFiles: 20_000,
  },

  chat: {
    messageCharacters: 100_000,
    /** Files in one message. */
    files: 10,
    /** Characters from the files of one message that a model gets as text. */
    fileCharacters: 400_000,
    /** Characters of a conversation that a model gets; older messages are left out. */
    historyCharacters: 400_000,
    /** Calls of a model in one answer; the last call must return the answer. */
    modelCalls: 25,
    /** Attempts of a model to correct an answer that does not match its schema. */
    corrections: 2,
    /** Bytes of images and sounds that a model gets at once; older ones are only named. */
    shownBytes: 20 * MEGABYTE,
    /** Characters of the result of one tool call that a model gets. */
    toolResultCharacters: 50_000,
    /** Characters of the results of all tool calls in one answer that a model gets. */
    toolResultsCharacters: 200_000,
    /** Duration of one answer in a chat. */
    seconds: 600,
    titleCharacters: 80,
    /** Characters of the params and of the result of a tool call that the console shows. */
    toolCharacters: 20_000,
    /** Messages that a response with a conversation contains. */
    listed: 1000,
    /** Messages and conversations that the console reads at once. */
    shownMessages: 100,
    listedConversations: 100,
  },

  assistant: {
    instructionsCharacters: 100_000,
    tools: 100,
  },

  /** Connectors, whose operations come from the descriptions of other services. */
  connector: {
    perOwner: 200,
    documentBytes: 20 * MEGABYTE,
    /** Fetching a document. */
    fetch: { timeoutMs: 30_000, redirects: 5 },
    /** Reading a document, in a thread. */
    import: { timeoutMs: 60_000, memoryMb: 768 },
    operations: 5000,
    enabled: 1000,
    /** Up to so many operations are all enabled when they are imported. */
    enabledAtImport: 100,
    /** Characters of the schemas of all enabled operations of one connector. */
    schemaCharacters: 20_000_000,
    /** From so many enabled operations on, the catalog has the tools that find and call them. */
    searchable: 40,
    /** Tools of one list. Others can still be called. */
    listed: 5000,
    /** Characters of schemas that one process keeps. */
    cachedCharacters: 40_000_000,
    /** Operations that one page has, and that a search of an assistant finds. */
    page: 200,
    found: 20,
    /** Items of one call that reads all pages, and the pages. */
    pagedItems: { default: 1000, most: 10_000 },
    pages: 1000,
    /** The most calls and seconds of a rate. */
    rate: { calls: 1_000_000, seconds: 86_400 },
    /** One call, and the redirects that it follows. */
    call: { timeoutMs: 600_000, redirects: 5 },
    /** Bytes of the files that one call sends. */
    sentBytes: 100 * MEGABYTE,
    /** A refresh that nobody applies is kept for so long. */
    refreshHours: 24,
    /** Workflows that a refresh names because they use what it removes. */
    usedBy: 100,
  },

  /** MCP servers of users, groups and organizations. */
  mcpServer: {
    perOwner: 100,
    /** Tools that are offered of one server. */
    tools: 500,
    toolNameCharacters: 200,
    /** All tools of one server as JSON. */
    listCharacters: 1_000_000,
    /**
     * All replies while the tools of a server are listed, and while one of them is called. The library of the protocol
     * checks a reply in one go, which took 1.5 seconds for a hostile one of 15 MB on a busy machine.
     */
    listBytes: 4 * MEGABYTE,
    callBytes: 16 * MEGABYTE,
    listSeconds: 20,
    callSeconds: 120,
    redirects: 3,
    /** A list that is older is read again when one of its tools is used. */
    listHours: 24,
    /** A tool that is not in the list is looked for again, unless the list is younger. */
    recheckSeconds: 60,
    /** Characters of all lists that one process keeps in memory. */
    cachedCharacters: 20_000_000,
  },

  /** Booster panels and their settings. */
  panel: {
    /** The largest limit that a panel can set for its files. */
    megabytes: 100_000_000,
    folders: 200,
    types: 100,
    keepDays: 36_500,
    webhooks: 20,
  },

  /** The database of booster panels. */
  record: {
    collectionCharacters: 100,
    /** Characters of a record's data as JSON, also after updates. */
    dataCharacters: MEGABYTE,
    /** Records of one `find` without paging, and with paging. */
    foundRecords: { default: 100, most: 1000 },
    /** Collections of one list. */
    listedCollections: 1000,
    /** Files of one record in a list. */
    listedFiles: 1000,
    /** Rows of one import, records of one deletion, and of one page of an export. */
    importedRows: 500,
    deletedRecords: 500,
    exportedRecords: 1000,
  },

  /** The file storage of booster panels. */
  storage: {
    /** Names of sub-folders in a listing. */
    listedFolders: 10_000,
    /** The longest life of a link that a step makes, in hours. */
    linkHours: 31 * 24,
    /** Files of one page for the console, ids of one listing of them, and files of one deletion or move. */
    browsedFiles: 200,
    listedIds: 10_000,
    chosenFiles: 100,
    pathLevels: 8,
    pathCharacters: 512,
    /** Bytes of a field of the upload form. */
    fieldBytes: 65_536,
    /** Bytes of small files that one process keeps in memory, because they were downloaded lately. */
    cachedBytes: 8 * MEGABYTE,
  },

  /** Resized copies of images. */
  images: {
    /** Pixels of the longest side of a copy. */
    pixels: 4096,
    /** Images of one user that wait to be resized. */
    waiting: 100,
  },

  credential: {
    perInstallation: 10_000,
    /** Bytes of all fields of one credential, as JSON. */
    bytes: 65_536,
    hosts: 100,
    /** Characters of one entry of the list of hosts. */
    hostCharacters: 300,
    /** Credentials that one attempt of a step uses. */
    perStep: 20,
    /** Shorter values are not searched for in what steps return: they would be found everywhere. */
    redactedCharacters: 8,
    /** Values from this length show their last characters. */
    hintedCharacters: 12,
    /** Days for which uses are counted by the hour. */
    useDays: 90,
    /** Uses that are listed. */
    listedUses: 500,
    /** Credentials of one page. */
    listed: 500,
    testSeconds: 30,
    /** For a browser at the authorization server. */
    connectMinutes: 10,
  },

  /** A check of form data or of an answer against the schema that its author wrote, in a thread. It takes milliseconds. */
  schemaCheck: { timeoutMs: 2000, memoryMb: 128 },

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
  /** People of one search, and ids of one lookup. */
  people: { found: 100, ids: 500 },
} as const;
