import { Button, Popover, Text, UnstyledButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useSession } from '../../api/session.ts';
import { draftsOf, findDrafts, subscribeToDrafts } from '../../forms/drafts.ts';
import { findNode } from '../../graph/definition.ts';
import { Icon } from '../../look/icons.tsx';
import * as texts from '../../texts/editor.ts';
import { useEditor, useEditorParts, useSaved } from '../editor-context.ts';
import classes from './saved-state.module.css';
import { describeSaving } from './saving-words.ts';

/** Says in the header whether everything is saved, and otherwise why not and what happens next. */
export function SavedState() {
  const { retry } = useEditorParts().saving;
  const { user } = useSession();
  const topology = useEditor(editor => editor.topology);
  const prefix = draftsOf(
    user.id,
    useEditor(editor => editor.workflowId),
  );
  const forms = useSyncExternalStore(subscribeToDrafts, () => findDrafts(prefix));
  // A step may be gone, or have another id.
  const unfinished = forms.split('\n').filter(id => id.startsWith('settings ') || findNode(topology, id));
  const { tone, text, detail, canRetry } = useSaved(
    useShallow(({ state, isKept }) => describeSaving(state, { now: Date.now(), isKept, unfinished })),
  );
  const label = (
    <span className={classes.text} data-tone={tone}>
      {tone === 'failed' && <Icon name="triangle-alert" size={14} />}
      <span className="truncate">{text}</span>
    </span>
  );
  return (
    <div className="tiny dim min-w-0">
      {detail === null ? (
        label
      ) : (
        <Popover width={300} position="bottom-start">
          <Popover.Target>
            <UnstyledButton className={classes.button}>{label}</UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown>
            <Text size="sm" fw={500}>
              {text}
            </Text>
            <Text size="sm">{detail}</Text>
            {canRetry && (
              <Button mt="sm" size="xs" variant="default" onClick={retry}>
                {texts.tryNow}
              </Button>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
      {/* Every save would be too much for a screen reader, so only problems are read out. */}
      <span className="visually-hidden" role="status">
        {tone === 'failed' ? `${text}. ${detail}` : ''}
      </span>
    </div>
  );
}
