/** The fixed limits of what makes runs flow: triggers, approvals, code and waits. `limits.ts` contains them. */

const MEGABYTE = 2 ** 20;

export const flowLimits = {
  webhook: {
    /** How long a call may wait for the answer of its run. */
    replySeconds: 100,
    defaultReplySeconds: 30,
    /** The size of the answer that a step gives. */
    replyBytes: 10 * MEGABYTE,
    replyHeaders: 50,
    replyHeaderCharacters: 8_000,
    /** Origins whose pages may call a webhook. */
    origins: 50,
    originCharacters: 300,
    /** Further headers that a run gets. */
    passedHeaders: 30,
    headerNameCharacters: 100,
    /** Addresses and networks from which calls of a webhook may come. */
    addresses: 200,
    addressCharacters: 50,
    /** Characters of an option of the check of senders. */
    optionCharacters: 500,
    publicKeyCharacters: 10_000,
    toleranceSeconds: 86_400,
    defaultToleranceSeconds: 300,
  },

  /** Forms that start workflows. */
  form: {
    fields: 100,
    /** After this time, an open page has to be sent once more. */
    pageHours: 24,
    /** How long the page waits for the result of the run. */
    resultSeconds: 60,
    /** For this time, the page with the result can be opened again. */
    resultHours: 24,
    /** Characters of the output that the page shows. */
    outputCharacters: 100_000,
  },

  /** `trigger.poll`, which asks a tool for new items. */
  poll: {
    /** Between two polls. The least is also the wait after the first failure. */
    everySeconds: { least: 60, most: 7 * 86_400 },
    callSeconds: 60,
    /** A process that polls loses its right to write what it found after this time. */
    leaseSeconds: 150,
    /** Polls that one process makes at once, and those of them for one user. */
    atOnce: 8,
    atOncePerUser: 4,
    /** Items that one poll may find. */
    items: 10_000,
    /** Items that one poll starts runs for. The others follow with the next one. */
    startedItems: 1000,
    /** Items of one run. */
    batch: 100,
    /** Keys of items that are remembered for one trigger. */
    seenKeys: 100_000,
    /** Characters of the cursor as JSON. */
    cursorCharacters: 10_000,
    expressionCharacters: 2000,
    errorCharacters: 1000,
    /** Finding items and keys in a result: processor time and memory of a thread. */
    evaluation: { timeoutMs: 10_000, memoryMb: 512 },
    failureDelaySeconds: { first: 60, most: 3600 },
    /** Failures in a row after which the owner is told. */
    failures: 5,
    /** Items that the preview shows, and the characters of each. */
    preview: { items: 20, characters: 20_000 },
  },

  /** Loops that read their items from a file, a collection or a query. */
  itemSource: {
    /** Items of one loop. */
    items: 100_000_000,
    /** Items of one window, after which the position is saved. Items with effects are saved one by one until then. */
    window: { items: 1_000, itemsWithEffects: 200, bytes: MEGABYTE },
    /** One row or line. */
    itemBytes: MEGABYTE,
    /** Columns of a CSV file. */
    columns: 2_000,
    /** Items that keep the details of their steps. */
    keptItems: 200,
    /** Failures that the output lists, and the characters of the error of each. */
    failures: 100,
    errorCharacters: 500,
    /** Between two reports of the progress. */
    progressMs: 1_000,
  },

  /** Triggers that listen to something outside: brokers and databases. */
  consumer: {
    /** Triggers that one process has at a time, and those of them for one user. */
    atOnce: 500,
    atOncePerUser: 50,
    /** Triggers that a process takes at once, so that several processes share them. */
    taken: 20,
    /** Transactions that make runs of messages, in one process, and those of them for one user. */
    transactions: 4,
    transactionsPerUser: 2,
    /** Messages that one transaction makes runs of. */
    messages: 200,
    /** How long messages wait when the queue of the user is full. */
    fullSeconds: 5,
    /** The content of a message that is read, and of one that a step sends. */
    bodyBytes: 4 * MEGABYTE,
    sentBytes: MEGABYTE,
    failureDelaySeconds: { first: 1, most: 300 },
    /** Failures in a row after which the owner is told. */
    failures: 5,
    errorCharacters: 1000,
  },

  /** Triggers that follow the log of a database. */
  databaseChange: {
    /** What one trigger follows, and the length of names in PostgreSQL. */
    tables: 50,
    columns: 200,
    nameCharacters: 63,
    tableCharacters: 127,
    /** The time until changes arrive. */
    openSeconds: 120,
    /** One statement meanwhile. */
    statementSeconds: 30,
    /** How often it is looked whether the one who read before has left. */
    readerLooks: 200,
    /** The pause after each such look. */
    readerLookMs: 50,
    /** Bytes of changes that one transaction makes runs of. */
    batchBytes: 4 * MEGABYTE,
    stream: {
      /** Bytes that may wait before nothing more is read. */
      waitingBytes: MEGABYTE,
      /** One change of a row. */
      messageBytes: 64 * MEGABYTE,
      /** How often the source is told what was read. */
      statusMs: 5_000,
      /** After this time without an answer, the source counts as gone. */
      silenceMs: 60_000,
    },
    /** How long a source stays connected while no run can be queued. */
    holdSeconds: 20,
    /** How often it is looked how much log the source keeps. */
    lookSeconds: 60,
    /** Replication slots that no trigger reads any more. */
    dropping: {
      /** Slots that are dropped at the same time. */
      atOnce: 20,
      /** Those of them of one user. */
      atOncePerUser: 4,
      /** After this time, another process tries. */
      leaseSeconds: 300,
      /** After this time, a slot that was dropped is looked for once more. */
      againSeconds: 300,
      /** The pause after a failure. */
      retrySeconds: { first: 30, most: 21_600 },
      /** Failures after which the owner is told. */
      toldAfter: 5,
      /** After these days, nothing more is tried. */
      days: 30,
    },
  },

  approval: {
    assignees: 100,
    /** How often the parts of one approval are passed on. */
    delegations: 100,
    /** Hours between two reminders, at least. */
    reminderHours: 0.25,
    /** Approvals in one page of the console's inbox. */
    listed: 100,
    /** Entries of `notify`. */
    notices: 10,
    chat: { timeoutMs: 20_000, replyBytes: MEGABYTE, clickBytes: MEGABYTE, clickSeconds: 300, textCharacters: 2000 },
  },

  /** Steps of the type `code`. */
  code: {
    sourceCharacters: 200_000,
    /** Processor time. */
    seconds: { default: 1, most: 30 },
    memoryMb: { default: 64, most: 256 },
    /** The result, as JSON. */
    outputCharacters: 10_000_000,
    logLines: 100,
    logCharacters: 10_000,
    errorCharacters: 2_000,
  },

  /** Steps that wait for a time, a call or an event. */
  wait: {
    days: 366,
    /** How long a call or an event is waited for, when the step does not say it. */
    timeoutSeconds: 7 * 86_400,
    /** Up to so long, the process that executes the run waits itself. */
    heldSeconds: 60,
    /** Waits of one run that are open at once. */
    open: 1000,
    /** Due waits that one transaction ends. */
    batch: 200,
    event: {
      nameCharacters: 100,
      keyCharacters: 200,
      /** Characters of its data, as JSON. */
      dataCharacters: 200_000,
      /** Events of one user or organization that wait for somebody who waits for them. */
      kept: 10_000,
      keptHours: 24,
    },
  },
} as const;
