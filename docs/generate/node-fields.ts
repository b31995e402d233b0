/** What `steps.<id>.output` of each node type has. The shape of triggers is also that of `input`. */
import type { NodeTypeName } from '../../src/nodes/node.ts';
import { code, table } from './markdown.ts';

function fields(rows: Readonly<Record<string, string>>): string {
  return table(
    ['Field', 'What it is'],
    Object.entries(rows).map(([name, meaning]) => [code(name), meaning]),
  );
}

export const nodeFields: Readonly<Record<NodeTypeName, string>> = {
  'trigger.manual': 'The input of the run, as it was given. Templates read it as `input`.',
  'trigger.schedule': fields({
    scheduled_at: 'The time for which the run was planned, in milliseconds since 1970.',
    cron: 'The cron expression.',
    timezone: 'Its time zone.',
  }),
  'trigger.webhook': fields({
    body: 'The body of the call: parsed JSON, the fields of a form, or text. Files become attachments.',
    query: 'The query parameters by name.',
    headers:
      'Some headers, names in lower case: `content-type`, `user-agent`, `x-github-event`, `x-request-id` and those that `headers` names.',
    method: 'The HTTP method, when the webhook accepts more than POST.',
  }),
  'trigger.booster_record': fields({
    event: '`created`, `changed` or `deleted`.',
    panel_id: 'The panel.',
    collection: 'The collection of the record.',
    key: 'The key of the record.',
    record: 'Its data after the event; `null` when it was deleted.',
    previous: 'Its data before the event; `null` when it was created.',
  }),
  'trigger.booster_file': fields({
    event: '`stored`, `changed` or `deleted`.',
    reason: '`upload`, `update`, `delete`, `retention` or `record`.',
    panel_id: 'The panel.',
    file: 'The file as the storage describes it, with `path`, `size`, `content_type` and `metadata`.',
  }),
  'trigger.run': fields({
    'run.id': 'The run that ended.',
    'run.workflow_id': 'Its workflow, with `run.workflow_name` and `run.version`.',
    'run.trigger_type': 'What started it.',
    'run.started_at': 'In milliseconds since 1970, as `run.finished_at`.',
    'run.status': '`failed`, `cancelled` or `success`.',
    'run.error': 'Why it failed; `null` otherwise.',
    'run.input': 'Its input.',
    step: 'The step that failed, `{node_id, node_type, iteration, error}`, or `null`.',
    failures: 'How many runs of the workflow have failed in a row.',
  }),
  'trigger.poll': fields({
    item: 'The new item, without `batch`.',
    key: 'Its key, without `batch`.',
    items: 'The new items, with `batch`.',
    polled_at: 'When the poll found them, in milliseconds since 1970.',
  }),
  'trigger.message': fields({
    broker: 'The kind of the broker.',
    id: 'Names the message: the same whenever it is delivered.',
    source: 'Where it comes from: `stream`, `subject`, `queue`, `exchange`, `routing_key` or `topic`.',
    headers: 'Its headers, or its user properties.',
    body: 'Its content: parsed JSON, a text, or `{base64}`; `null` when it is empty.',
    received_at: 'In milliseconds since 1970.',
  }),
  'trigger.database_change': fields({
    table: 'The table, as `schema.table`.',
    kind: '`insert`, `update` or `delete`.',
    new: 'The row after the change, or `null` when it was deleted. Long values that an update left as they were are missing.',
    old: 'What the database tells of the row before the change, or `null`.',
    key: 'The columns that tell the row from all others.',
    at: 'When the change was committed, in milliseconds since 1970.',
    lsn: 'Where the commit is in the log of the database.',
  }),
  'trigger.form': fields({
    values: 'The answers by field.',
    files: 'The attachments, if there are any.',
    submitted_at: 'In milliseconds since 1970.',
    submission_id: 'Names the submission.',
    query: 'The query parameters of the page.',
  }),
  'tool.call': 'What the tool returns: see [the tools](tools.md).',
  'assistant.run': fields({
    text: 'The answer as text.',
    data: 'The structured answer, when there is an `output_schema`; `null` otherwise.',
    files: 'The files that the assistant made, as attachments.',
  }),
  'workflow.run': 'What the other workflow returns. With `wait: false`: `{run_id}`.',
  'http.request': fields({
    status: 'The HTTP status.',
    headers: 'The headers of the answer by name, in lower case.',
    body: 'Parsed JSON, text, an attachment for anything binary, or `null`.',
  }),
  notify: fields({ sent_to: 'The address to which the mail went.' }),
  'file.to_text': fields({
    text: 'The text of all files, separated by empty lines.',
    files: 'One `{file_id, filename, text}` per file.',
  }),
  code: 'What the function returns, as JSON. What it logs is the `text` of the step.',
  'message.send': fields({
    broker: 'The kind of the broker.',
    id: 'The id of the message: the same for each attempt of the step.',
    stream: 'For nats and redis: the stream that has it.',
    sequence: 'For nats: its number in the stream.',
    duplicate: 'For nats: whether the stream had it already.',
    entry: 'For redis: the id of the entry.',
    exchange: 'For amqp, with `routing_key`.',
    topic: 'For mqtt, with `delivered`: whether anybody listens there. For kafka, with `partition` and `offset`.',
    queue: 'For sqs: the name of the queue.',
    message_id: 'For sqs: how the queue names the message.',
  }),
  'event.send': fields({
    event_id: 'Names the event.',
    woken: 'How many steps were waiting for it.',
  }),
  'webhook.reply': fields({
    status: 'The status that was sent.',
    answered: 'Whether somebody was waiting for the answer.',
  }),
  'human.approval': fields({
    decision: '`approved`, `rejected` or `expired`.',
    data: 'What was filled into the form, by field.',
    comment: 'What the person wrote.',
    decided_by: 'Who decided.',
    decided_at: 'When, in milliseconds since 1970.',
    approval_id: 'Names the approval.',
    decisions:
      'Everybody who has decided, in this order, with `required` or `reject_after`. The fields above are those of the decision that ended it.',
  }),
  wait: fields({
    'body, query, headers': 'Of the call, with `call`.',
    'name, key, data': 'Of the event, with `event`.',
    until: 'When the wait ended, with `seconds` and `until`; in milliseconds since 1970.',
  }),
  condition: fields({ result: '`true` or `false`.' }),
  switch: fields({ case: 'The name of the case, or `otherwise`.' }),
  'ai.condition': fields({ result: '`true` or `false`.', reason: 'Why, in a sentence of the model.' }),
  'ai.choice': fields({
    choice: 'The name of the option, or `otherwise`.',
    reason: 'Why, in a sentence of the model.',
  }),
  loop: fields({
    count: 'How many items there were.',
    results: 'What `collect` gave for each item, in the order of the list. Only with a list.',
    succeeded: 'Without a list: how many items succeeded.',
    failed: 'Without a list: how many items failed.',
    failures:
      'Without a list: the first 100 failures. `index` counts from 0, `line` is the line of the file, `key` the key of the record or ' +
      'row, `step` the id of the step.',
  }),
  repeat: fields({
    rounds: 'How many rounds there were.',
    last: 'What `result` gave for the last round, or null without `result`.',
    ended:
      '`until` when the expression was true after the last round, or `most` when there were as many rounds as allowed.',
  }),
  transform: 'The value.',
  output: 'The value, which is also the `output` of the run.',
};
