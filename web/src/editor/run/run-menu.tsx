import { Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayName } from '../../graph/definition.ts';
import { onFirstClick } from '../../look/first-click.ts';
import { Icon } from '../../look/icons.tsx';
import { inputSchema, missingFields } from '../../run-parts/run-input.ts';
import * as texts from '../../texts/editor-run.ts';
import { useEditor, useEditorParts } from '../editor-context.ts';
import { findTriggers } from './draft-run.ts';
import { useEditorRun } from './editor-run-context.ts';
import { lastInput } from './last-input.ts';
import classes from './run-menu.module.css';

/** Run, run with an input, and wait for a call of a webhook. Filled where running is what can be done next. */
export function RunMenu({ isFilled }: { isFilled: boolean }) {
  const { ask, startOrAsk, listen } = useEditorRun();
  const { store } = useEditorParts();
  const queryClient = useQueryClient();
  const workflowId = useEditor(state => state.workflowId);
  const topology = useEditor(state => state.topology);
  const isReadOnly = useEditor(state => state.isReadOnly);
  if (isReadOnly) return null;
  const variant = isFilled ? 'filled' : 'default';
  const triggers = findTriggers(topology);
  const webhooks = triggers.filter(({ type }) => type === 'trigger.webhook');

  function run() {
    const [trigger] = triggers;
    if (!trigger) return ask({ kind: 'input', part: { kind: 'all' } });
    const input = lastInput(queryClient, workflowId, trigger.id);
    const schema = inputSchema(store.getState().definition, trigger.id);
    const isEnough = input ? missingFields(schema, input).length === 0 : !schema && trigger.type === 'trigger.manual';
    if (!isEnough) return ask({ kind: 'input', part: { kind: 'all' } });
    return startOrAsk({ part: { kind: 'all' }, input: input ?? {}, triggerId: trigger.id });
  }

  return (
    <Button.Group className={classes.group}>
      <Button
        data-tour="run"
        size="xs"
        variant={variant}
        leftSection={<Icon name="play" />}
        disabled={triggers.length === 0}
        onClick={onFirstClick(run)}
      >
        {texts.runAction}
      </Button>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            size="xs"
            variant={variant}
            px={8}
            aria-label={texts.moreWaysRun}
            className={isFilled ? classes.more : undefined}
          >
            <Icon name="chevron-down" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="pencil" />}
            disabled={triggers.length === 0}
            onClick={() => ask({ kind: 'input', part: { kind: 'all' } })}
          >
            {texts.runWith}
          </Menu.Item>
          {webhooks.map(node => (
            <Menu.Item key={node.id} leftSection={<Icon name="webhook" />} onClick={() => listen(node.id)}>
              {webhooks.length === 1 ? texts.waitCall : texts.waitCallOf(displayName(node))}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="activity" />}
            renderRoot={props => <Link to="/runs" search={{ workflow: workflowId }} {...props} />}
          >
            {texts.runsWorkflow}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
