/** The settings of workflows, and of what starts, executes and pauses their runs. */
import { type Area, integer, mailRecipients, megabytes } from './setting-values.ts';

export const workflows = {
  title: 'Workflows',
  usedBy: 'workflows',
  settings: {
    nodes: {
      variable: 'HEDDLE_WORKFLOW_NODES',
      values: integer(1, 1e4),
      default: 200,
      meaning: 'A workflow may have at most this many nodes.',
    },
    definitionCharacters: {
      variable: 'HEDDLE_DEFINITION_CHARACTERS',
      values: integer(10_000, 10_000_000),
      default: 1_000_000,
      usedBy: 'engine, workflows',
      meaning: 'The definition of a workflow may have about this many characters of JSON.',
    },
    definitionValues: {
      variable: 'HEDDLE_DEFINITION_VALUES',
      values: integer(1_000, 1_000_000),
      default: 50_000,
      usedBy: 'engine, workflows',
      meaning: 'The definition of a workflow may have at most this many values (texts, numbers, lists, objects).',
    },
    templateCharacters: {
      variable: 'HEDDLE_TEMPLATE_CHARACTERS',
      values: integer(1_000, 10_000_000),
      default: 100_000,
      usedBy: 'workflows, runs',
      meaning: 'A template or expression may have at most this many characters.',
    },
    revisions: {
      variable: 'HEDDLE_WORKFLOW_REVISIONS',
      values: integer(1, 1e4),
      default: 100,
      meaning: 'Heddle stores this many revisions of a workflow and deletes older ones.',
    },
    noteCharacters: {
      variable: 'HEDDLE_NOTE_CHARACTERS',
      values: integer(0, 1e6),
      default: 500,
      meaning: 'The note of a publication may have at most this many characters.',
    },
    importNameCharacters: {
      variable: 'HEDDLE_IMPORT_NAME_CHARACTERS',
      values: integer(1, 1e4),
      default: 200,
      meaning: 'The name of an imported or copied workflow may have at most this many characters.',
    },
    cronCharacters: {
      variable: 'HEDDLE_CRON_CHARACTERS',
      values: integer(9, 1e4),
      default: 200,
      usedBy: 'nodes, workflows',
      meaning: 'A cron expression may have at most this many characters.',
    },
    scheduleIntervalMinutes: {
      variable: 'HEDDLE_SCHEDULE_MINUTES',
      values: integer(1, 1440),
      default: 5,
      meaning: 'At least this many minutes must lie between two times of a schedule.',
    },
    notifyRecipients: {
      variable: 'HEDDLE_NOTIFY_RECIPIENTS',
      values: mailRecipients,
      default: '',
      usedBy: 'nodes',
      meaning:
        'Steps of the type notify may send e-mails to these recipients. Without it, they write only to the user on whose ' +
        'behalf the run executes, and to members of their organizations.',
    },
    approvalHours: {
      default: {
        variable: 'HEDDLE_APPROVAL_HOURS',
        values: integer(1, 1e5),
        default: 72,
        usedBy: 'nodes',
        meaning: 'An approval step that sets no time limit expires after this many hours.',
      },
      most: {
        variable: 'HEDDLE_APPROVAL_HOURS_MOST',
        values: integer(1, 1e5),
        default: 720,
        usedBy: 'nodes',
        meaning: 'An approval step may set a time limit of at most this many hours.',
      },
    },
  },
} satisfies Area;

export const runs = {
  title: 'Runs',
  usedBy: 'runs',
  settings: {
    inputCharacters: {
      variable: 'HEDDLE_RUN_INPUT_CHARACTERS',
      values: integer(1, 1e8),
      default: 200_000,
      usedBy: 'runs, approvals, triggers',
      meaning: 'The input of a run may have at most this many characters of JSON; the content of files does not count.',
    },
    steps: {
      variable: 'HEDDLE_RUN_STEPS',
      values: integer(1, 1e6),
      default: 500,
      meaning: 'A run may start at most this many steps. Each item of a loop counts; skipped steps do not.',
    },
    stepsAtOnce: {
      variable: 'HEDDLE_RUN_STEPS_AT_ONCE',
      values: integer(1, 1000),
      default: 4,
      meaning: 'A run executes at most this many steps at once.',
    },
    loopItems: {
      variable: 'HEDDLE_LOOP_ITEMS',
      values: integer(1, 1e5),
      default: 100,
      meaning:
        'A loop may have at most this many items. At most 100 of them are open at once; the next one opens when one is over.',
    },
    seconds: {
      variable: 'HEDDLE_RUN_SECONDS',
      values: integer(1, 1e6),
      default: 1800,
      meaning: 'A run may take at most this many seconds; pauses do not count.',
    },
    shownCharacters: {
      variable: 'HEDDLE_STEP_OUTPUT_CHARACTERS',
      values: integer(100, 1e7),
      default: 200_000,
      usedBy: 'runs, approvals, mcp',
      meaning:
        "A run shows at most this many characters of a step's output as JSON. The whole output is stored until the run ends.",
    },
    shownInLoopCharacters: {
      variable: 'HEDDLE_LOOP_STEP_OUTPUT_CHARACTERS',
      values: integer(100, 1e7),
      default: 2_000,
      meaning: 'A run shows at most this many characters of the output of a step in the body of a loop.',
    },
    retentionDays: {
      variable: 'HEDDLE_RUN_RETENTION_DAYS',
      values: integer(1, 36_500),
      default: 90,
      meaning: 'Heddle deletes ended runs and their files after this many days.',
    },
    partitionDays: {
      variable: 'HEDDLE_RUN_PARTITION_DAYS',
      values: integer(0, 366),
      default: 0,
      meaning:
        'With a number above 0, the runs of this many days are stored together in a partition, which is dropped as a whole when ' +
        'all of them have expired. So a run is kept for up to this many days longer. Worth it from some millions of runs.',
    },
    replayDays: {
      variable: 'HEDDLE_REPLAY_DAYS',
      values: integer(0, 36_500),
      default: 14,
      meaning:
        'Runs that failed or were cancelled keep the whole outputs of their steps for this many days, so that they can be ' +
        'replayed from any step.',
    },
    atOnce: {
      variable: 'HEDDLE_RUNS_AT_ONCE',
      values: integer(1, 10_000),
      default: 50,
      shared: { least: 1 },
      meaning:
        'At most this many runs compute at once, three quarters of them for one user. Runs that wait for other servers do not ' +
        'count.',
    },
    // A waiting run of a few steps takes about 50 KB, so the default amounts to about 100 MB.
    inMemory: {
      variable: 'HEDDLE_RUNS_IN_MEMORY',
      values: integer(2, 1e6),
      default: 2_000,
      shared: { least: 2 },
      meaning:
        'At most this many runs may be in progress, half of them for one user. Runs that wait for other servers count.',
    },
    memoryMegabytes: {
      variable: 'HEDDLE_RUN_MEGABYTES',
      values: integer(64, 1e6),
      default: 512,
      shared: { least: 64 },
      meaning:
        'The outputs of steps take about this many megabytes of memory in runs that are in progress, half of it for one user. ' +
        'Others are only where they are stored until a step needs them, and runs that need more of them at once wait.',
    },
  },
} satisfies Area;

export const triggers = {
  title: 'Triggers',
  usedBy: 'triggers',
  settings: {
    queued: {
      variable: 'HEDDLE_QUEUED_RUNS',
      values: integer(1, 1e7),
      default: 50,
      meaning: 'When this many runs of a workflow wait, its webhooks accept no more calls.',
    },
    queuedPerUser: {
      variable: 'HEDDLE_QUEUED_RUNS_PER_USER',
      values: integer(1, 1e7),
      default: 20_000,
      usedBy: 'runs, triggers',
      meaning:
        'When this many runs wait on behalf of one user, webhook calls are refused, schedules are missed, and booster ' +
        'events wait.',
    },
    runsPerRoot: {
      variable: 'HEDDLE_RUNS_PER_CAUSE',
      values: integer(1, 1e7),
      default: 2_000,
      meaning: 'One cause may start at most this many runs through booster triggers whose workflows change panels.',
    },
    replicationLagBytes: {
      variable: 'HEDDLE_REPLICATION_LAG_MB',
      values: megabytes,
      default: 1000,
      meaning:
        'When a database keeps more megabytes of its log than this for a trigger of database changes, the owner of the ' +
        'workflow is told.',
    },
  },
} satisfies Area;

export const webhooks = {
  title: 'Webhooks',
  usedBy: 'triggers',
  settings: {
    calls: {
      minute: {
        variable: 'HEDDLE_WEBHOOK_CALLS_MINUTE',
        values: integer(1, 1e9),
        default: 60,
        meaning: 'One webhook trigger accepts at most this many calls in a minute.',
      },
      hour: {
        variable: 'HEDDLE_WEBHOOK_CALLS_HOUR',
        values: integer(1, 1e9),
        default: 2_000,
        meaning: 'One webhook trigger accepts at most this many calls in an hour.',
      },
      day: {
        variable: 'HEDDLE_WEBHOOK_CALLS_DAY',
        values: integer(1, 1e9),
        default: 20_000,
        meaning: 'One webhook trigger accepts at most this many calls in a day.',
      },
    },
    files: {
      variable: 'HEDDLE_WEBHOOK_FILES',
      values: integer(0, 1000),
      default: 10,
      meaning: 'One webhook call may contain at most this many files.',
    },
    fileLevels: {
      variable: 'HEDDLE_WEBHOOK_FILE_LEVELS',
      values: integer(0, 100),
      default: 32,
      meaning: 'Heddle searches the body of a webhook call for files down to this level of nesting.',
    },
  },
} satisfies Area;

export const approvals = {
  title: 'Approvals',
  usedBy: 'approvals',
  settings: {
    dataCharacters: {
      variable: 'HEDDLE_APPROVAL_DATA_CHARACTERS',
      values: integer(100, 1e7),
      default: 20_000,
      meaning:
        'The form data of an approval, before and after the decision, may have at most this many characters of JSON.',
    },
    commentCharacters: {
      variable: 'HEDDLE_APPROVAL_COMMENT_CHARACTERS',
      values: integer(0, 1e6),
      default: 2_000,
      meaning: 'The comment of a decision may have at most this many characters.',
    },
    listed: {
      default: {
        variable: 'HEDDLE_LISTED_APPROVALS',
        values: integer(1, 1e4),
        default: 50,
        meaning: 'A `find` of approvals without paging returns at most this many.',
      },
      most: {
        variable: 'HEDDLE_LISTED_APPROVALS_MOST',
        values: integer(1, 1e4),
        default: 200,
        meaning: 'A `find` of approvals with paging returns at most this many.',
      },
    },
  },
} satisfies Area;
