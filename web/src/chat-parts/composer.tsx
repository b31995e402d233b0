/** The field for a message, with files that are chosen, dropped or pasted. */
import { Button, Loader, Textarea, Tooltip } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Icon } from '../look/icons.tsx';
import { FileButton } from '../look/inputs/file-button.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { useDrop } from '../look/inputs/use-drop.ts';
import { chat as texts } from '../texts/chat.ts';
import classes from './composer.module.css';
import { type Draft, type DraftChange, isEmpty } from './draft.ts';
import { FilePreview } from './message-files.tsx';
import type { Question } from './turn.ts';
import { type Attachments, useAttachments } from './use-attachments.ts';

interface ComposerProps {
  draft: Draft;
  onChange(change: DraftChange): void;
  onSend(question: Question): void;
  /** Stops the answer. Without it, the answer is made by somebody else. */
  onStop?: (() => Promise<unknown>) | undefined;
  /** Whether an answer is being made, so that nothing can be sent. */
  isBusy: boolean;
  /** Why the last message was not accepted. */
  refusal?: string | undefined;
  label?: string;
  placeholder?: string;
  /** Whether files can be attached. */
  takesFiles?: boolean;
  /** More controls beside the button for files. */
  children?: ReactNode;
}

const MOST_CHARACTERS = 100_000;

export function Composer(props: ComposerProps) {
  const { draft, onChange, onSend, onStop, isBusy, refusal, takesFiles = true, children } = props;
  const { label = texts.message, placeholder = texts.placeholder } = props;
  const attachments = useAttachments(draft.files, change =>
    onChange(before => ({ ...before, files: change(before.files) })),
  );
  const canSend = !isBusy && !isEmpty(draft) && attachments.uploading.length === 0;

  function send() {
    if (canSend) onSend({ text: draft.text, files: draft.files });
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter that ends the composition of a character is not meant for us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function takeFiles(event: { preventDefault(): void }, files: FileList | undefined) {
    if (!takesFiles || !files || files.length === 0) return;
    event.preventDefault();
    attachments.add([...files]);
  }

  const { isOver, listeners } = useDrop({
    takes: ({ types }) => types.includes('Files'),
    onDrop: event => takeFiles(event, event.dataTransfer.files),
  });
  return (
    <div className={classes.composer} data-over={isOver || undefined} {...(takesFiles && listeners)}>
      <AttachmentList attachments={attachments} question={draft} />
      {[refusal, attachments.problem].map(
        problem =>
          problem !== undefined && (
            <p key={problem} role="alert" className={classes.problem}>
              {problem}
            </p>
          ),
      )}
      <Textarea
        aria-label={label}
        placeholder={isOver ? texts.dropHere : placeholder}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={MOST_CHARACTERS}
        value={draft.text}
        onChange={event => {
          const text = event.currentTarget.value;
          onChange(before => ({ ...before, text }));
        }}
        onKeyDown={onKeyDown}
        onPaste={(event: ClipboardEvent) => takeFiles(event, event.clipboardData.files)}
        classNames={{ input: classes.field }}
      />
      <div className="row wrap gap-8">
        {takesFiles && (
          <FileButton multiple onChange={files => attachments.add(files)}>
            {button => <IconButton icon="paperclip" label={texts.attach} hint {...button} />}
          </FileButton>
        )}
        <div className={classes.middle}>{children}</div>
        {isBusy && onStop ? (
          <StopButton onStop={onStop} />
        ) : (
          <Button onClick={send} disabled={!canSend} leftSection={<Icon name="send" />}>
            {texts.send}
          </Button>
        )}
      </div>
    </div>
  );
}

function AttachmentList({ attachments, question }: { attachments: Attachments; question: Question }) {
  if (question.files.length === 0 && attachments.uploading.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={texts.files}>
      {question.files.map(file => (
        <li key={file.file_id} className="row gap-4 text-13">
          <FilePreview file={file} />
          <IconButton
            icon="x"
            label={texts.removeFile(file.filename)}
            size="sm"
            onClick={() => attachments.remove(file)}
          />
        </li>
      ))}
      {attachments.uploading.map(({ key, filename }) => (
        <li key={key} className="row gap-4 text-13">
          <Loader size="xs" />
          <span className="truncate">{texts.uploading(filename)}</span>
        </li>
      ))}
    </ul>
  );
}

function StopButton({ onStop }: { onStop(): Promise<unknown> }) {
  const [isStopping, setStopping] = useState(false);
  return (
    <Tooltip label={texts.stopHint} multiline w={260}>
      <Button
        variant="default"
        leftSection={<Icon name="square" />}
        loading={isStopping}
        onClick={({ detail }) => {
          // The button to send was here a moment ago, and some people click twice.
          if (detail > 1) return;
          setStopping(true);
          void onStop().finally(() => setStopping(false));
        }}
      >
        {texts.stop}
      </Button>
    </Tooltip>
  );
}
