import { Button } from '@mantine/core';
import { memo } from 'react';
import { formatBytes } from '../forms/bytes.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as words from '../texts/common.ts';
import { uploads as texts } from '../texts/uploads.ts';
import { ProgressBar } from './progress-bar.tsx';
import { type Choice, sentPercent, type Upload, type UploadState } from './upload-queue.ts';
import classes from './upload-row.module.css';
import { uploads } from './uploads.ts';

export const ROW_PIXELS = 44;

const SHAPES: Record<UploadState, IconName> = {
  waiting: 'hourglass',
  sending: 'upload',
  paused: 'circle-pause',
  conflict: 'circle-alert',
  stored: 'circle-check',
  failed: 'circle-x',
  skipped: 'skip-forward',
};

/** Progress changes one row at a time; all others stay as they are. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const { path, file, state, problem } = upload;
  const slash = path.lastIndexOf('/');
  return (
    <li className={classes.row} data-state={state}>
      <Icon name={SHAPES[state]} size={16} className={classes.mark} />
      <span className={classes.name} title={path}>
        <span className={classes.directory}>{path.slice(0, slash + 1)}</span>
        <span className="truncate">{path.slice(slash + 1)}</span>
      </span>
      <span className={classes.size}>{formatBytes(file.size)}</span>
      <span className={classes.state} title={problem}>
        {state === 'sending' && <ProgressBar percent={sentPercent(upload)} label={path} />}
        <span className={classes.words}>{describe(upload)}</span>
      </span>
      <RowActions upload={upload} />
    </li>
  );
});

function describe(upload: Upload): string {
  const { state, problem, sentBytes, file, path, storedPath, losses } = upload;
  switch (state) {
    case 'sending':
      if (sentBytes >= file.size && file.size > 0) return texts.storing;
      return sentBytes === 0 ? texts.beginning : texts.percent(sentPercent(upload));
    case 'stored':
      return storedPath === undefined || storedPath === path
        ? texts.isStored
        : texts.storedAs(storedPath.slice(storedPath.lastIndexOf('/') + 1));
    case 'failed':
      return problem ?? '';
    case 'conflict':
      return problem ?? texts.exists;
    case 'paused':
      return texts.isPaused;
    case 'skipped':
      return words.skipped;
    case 'waiting':
      return losses > 0 ? texts.again(losses) : words.waiting;
  }
}

function RowActions({ upload: { id, path, state, mayOverwrite } }: { upload: Upload }) {
  const ids = [id];
  return (
    <span className="flex justify-end gap-4">
      {state === 'conflict' &&
        CHOICES.filter(({ choice }) => mayOverwrite || choice !== 'overwrite').map(({ choice, label }) => (
          <Button
            key={choice}
            size="compact-xs"
            variant="default"
            aria-label={texts.of(label, path)}
            onClick={() => uploads.choose(ids, choice)}
          >
            {label}
          </Button>
        ))}
      {(state === 'waiting' || state === 'sending') && (
        <RowAction icon="pause" label={texts.of(words.pause, path)} onClick={() => uploads.pause(ids)} />
      )}
      {state === 'paused' && (
        <RowAction icon="play" label={texts.of(texts.resume, path)} onClick={() => uploads.resume(ids)} />
      )}
      {state === 'failed' && (
        <RowAction icon="rotate-ccw" label={texts.of(words.tryAgain, path)} onClick={() => uploads.retry(ids)} />
      )}
      {state !== 'stored' && state !== 'skipped' && (
        <RowAction icon="x" label={texts.of(words.cancel, path)} onClick={() => uploads.cancel(ids)} />
      )}
    </span>
  );
}

const CHOICES: readonly { choice: Choice; label: string }[] = [
  { choice: 'overwrite', label: texts.overwrite },
  { choice: 'rename', label: texts.rename },
  { choice: 'skip', label: texts.skip },
];

interface RowActionProps {
  icon: IconName;
  label: string;
  onClick(): void;
}

function RowAction({ icon, label, onClick }: RowActionProps) {
  return <IconButton icon={icon} label={label} className={classes.action} size="sm" onClick={onClick} />;
}
