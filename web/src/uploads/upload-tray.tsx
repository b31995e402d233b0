/** All uploads of the console in one place, below whatever page is open. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../api/session.ts';
import { formatBytes } from '../forms/bytes.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { formatDuration } from '../look/duration.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { useVisibleRows } from '../look/lists/use-visible-rows.ts';
import * as words from '../texts/common.ts';
import { uploads as texts } from '../texts/uploads.ts';
import { ProgressBar } from './progress-bar.tsx';
import { type Choice, sortForReading, type Upload } from './upload-queue.ts';
import { ROW_PIXELS, UploadRow } from './upload-row.tsx';
import type { Snapshot } from './upload-store.ts';
import classes from './upload-tray.module.css';
import { uploads, useUploads } from './uploads.ts';

export function UploadTray() {
  const snapshot = useUploads();
  const [isOpen, setOpen] = useState(false);
  useSignedIn();
  useWarningBeforeClosing(snapshot.summary.unfinished > 0);
  if (snapshot.queue.uploads.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={texts.title}>
      <div className="visually-hidden" role="status">
        {describe(snapshot)}
      </div>
      <ProgressBar percent={snapshot.summary.percent} label={texts.total} />
      <div className={classes.bar}>
        <Totals snapshot={snapshot} />
        {!isOpen && <Current uploads={snapshot.queue.uploads} />}
        <Actions snapshot={snapshot} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      </div>
      <Hindrance snapshot={snapshot} />
      {snapshot.summary.conflicts > 0 && <Conflicts uploads={snapshot.queue.uploads} />}
      {isOpen && <Files uploads={sortForReading(snapshot.queue.uploads)} />}
    </section>
  );
}

/** What a screen reader hears: only what changes seldom. */
function describe({ summary }: Snapshot): string {
  const { files, stored, failed, conflicts, paused, unfinished } = summary;
  if (conflicts > 0) return texts.conflicts(conflicts);
  if (unfinished === 0) {
    const result = stored > 0 ? texts.stored(stored) : texts.nothingStored;
    return failed > 0 ? `${result}, ${texts.failed(failed)}` : result;
  }
  return paused === unfinished ? texts.allPaused(paused) : texts.uploading(files);
}

function Totals({ snapshot: { queue, summary, bytesPerSecond } }: { snapshot: Snapshot }) {
  const { files, stored, failed, skipped, bytes, sentBytes, unfinished } = summary;
  const isSending = queue.connection === 'up' && queue.uploads.some(({ state }) => state === 'sending');
  const isMoving = isSending && bytesPerSecond !== undefined && bytesPerSecond > 0;
  return (
    <div className={classes.totals}>
      <Icon name={unfinished === 0 && failed === 0 ? 'circle-check' : 'upload'} size={16} />
      <span className="semibold">{texts.progress(stored, files)}</span>
      <span className="dim">{words.partOfAll(formatBytes(sentBytes), formatBytes(bytes))}</span>
      {isMoving && <span className="dim">{texts.speed(formatBytes(Math.round(bytesPerSecond)))}</span>}
      {isMoving && (
        <span className="dim">
          {texts.left(formatDuration(roundUp(((bytes - sentBytes) / bytesPerSecond) * 1_000)))}
        </span>
      )}
      {skipped > 0 && <span className="dim">{texts.skipped(skipped)}</span>}
      {failed > 0 && <strong className="semibold failed">{texts.failed(failed)}</strong>}
    </div>
  );
}

/** Whole seconds, so that the text does not flicker. */
function roundUp(ms: number): number {
  return Math.max(1_000, Math.ceil(ms / 1_000) * 1_000);
}

const SHOWN_CURRENT = 2;

/** What is being sent, while the list is closed. */
function Current({ uploads: all }: { uploads: readonly Upload[] }) {
  const sending = all.filter(({ state }) => state === 'sending').slice(0, SHOWN_CURRENT);
  return (
    <div className={classes.current} aria-hidden>
      {sending.map(({ id, path, sentBytes, file: { size } }) => (
        <span key={id} className={classes.currentFile}>
          <span className="truncate">{path.slice(path.lastIndexOf('/') + 1)}</span>
          <span className="dim">{texts.percent(size === 0 ? 0 : Math.floor((sentBytes / size) * 100))}</span>
        </span>
      ))}
    </div>
  );
}

interface ActionsProps {
  snapshot: Snapshot;
  isOpen: boolean;
  onToggle(): void;
}

function Actions({ snapshot, isOpen, onToggle }: ActionsProps) {
  const { failed, paused, unfinished, conflicts, stored, skipped } = snapshot.summary;
  const [isStopping, setStopping] = useState(false);
  const canPause = unfinished > paused + conflicts;
  return (
    <div className="flex flex-none gap-2 ml-auto">
      {failed > 0 && <Action icon="rotate-ccw" label={texts.retryAll} onClick={() => uploads.retry('all')} />}
      {canPause && <Action icon="pause" label={texts.pauseAll} onClick={() => uploads.pause('all')} />}
      {paused > 0 && <Action icon="play" label={texts.resumeAll} onClick={() => uploads.resume('all')} />}
      {isOpen && unfinished > 0 && stored + skipped + failed > 0 && (
        <Action icon="check" label={texts.clear} onClick={() => uploads.clearFinished()} />
      )}
      <Action
        icon={isOpen ? 'chevron-down' : 'chevron-up'}
        label={isOpen ? texts.hide : texts.show}
        expanded={isOpen}
        onClick={onToggle}
      />
      {unfinished > 0 ? (
        <Action icon="x" label={texts.stopAll} onClick={() => setStopping(true)} />
      ) : (
        <Action icon="x" label={words.close} onClick={() => uploads.clearFinished()} />
      )}
      <ConfirmDialog
        opened={isStopping}
        title={texts.stopTitle}
        action={words.stop}
        danger
        onConfirm={() => uploads.cancelUnfinished()}
        onClose={() => setStopping(false)}
      >
        {texts.stopText(unfinished)}
      </ConfirmDialog>
    </div>
  );
}

interface ActionProps {
  icon: IconName;
  label: string;
  expanded?: boolean;
  onClick(): void;
}

function Action({ icon, label, expanded, onClick }: ActionProps) {
  return (
    <IconButton icon={icon} label={label} hint className={classes.action} aria-expanded={expanded} onClick={onClick} />
  );
}

/** Why nothing is sent at the moment. */
function Hindrance({ snapshot: { queue, summary, isHeld } }: { snapshot: Snapshot }) {
  if (summary.unfinished === summary.paused + summary.conflicts) return null;
  const text = {
    down: texts.offline,
    'signed-out': texts.signedOut,
    up: isHeld ? texts.limited : undefined,
  }[queue.connection];
  if (text === undefined) return null;
  return (
    <div className={classes.notice} role="status">
      <Icon name="triangle-alert" size={16} className="flex-none warning" />
      <span>{text}</span>
    </div>
  );
}

/** Asks once for all files whose path is taken. The list asks for each. */
function Conflicts({ uploads: all }: { uploads: readonly Upload[] }) {
  const taken = all.filter(({ state }) => state === 'conflict');
  const [only] = taken;
  const mayOverwrite = taken.some(upload => upload.mayOverwrite);
  const choose = (choice: Choice) => uploads.choose('all', choice, true);
  return (
    <section className={classes.notice} aria-label={texts.conflicts(taken.length)}>
      <Icon name="files" size={16} className="flex-none warning" />
      <span className="min-w-0 break-anywhere">
        {texts.conflicts(taken.length)}
        {taken.length === 1 && only && <span className="mono"> {only.path}</span>}
      </span>
      <div className="flex wrap gap-6 ml-auto">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!mayOverwrite}
          title={mayOverwrite ? undefined : texts.overwriteForbidden}
          onClick={() => choose('overwrite')}
        >
          {taken.length === 1 ? texts.overwrite : texts.overwriteAll}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => choose('rename')}>
          {taken.length === 1 ? texts.rename : texts.renameAll}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => choose('skip')}>
          {taken.length === 1 ? texts.skip : texts.skipAll}
        </Button>
      </div>
    </section>
  );
}

function Files({ uploads: all }: { uploads: readonly Upload[] }) {
  const { ref, indexes, totalPixels } = useVisibleRows(all.length, ROW_PIXELS);
  const first = indexes[0] ?? 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
    <section ref={ref} className={classes.files} tabIndex={0} aria-label={texts.list}>
      <ul className={classes.list} style={{ height: totalPixels, paddingTop: first * ROW_PIXELS }}>
        {indexes.map(index => {
          const upload = all[index];
          return upload && <UploadRow key={upload.id} upload={upload} />;
        })}
      </ul>
    </section>
  );
}

/** Uploads that wait for a sign-in continue after it, and never as somebody else. */
function useSignedIn(): void {
  const { data, dataUpdatedAt } = useQuery(sessionQuery);
  const userId = data?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer says that somebody is signed in.
  useEffect(() => {
    if (userId !== undefined) uploads.signIn(userId);
  }, [userId, dataUpdatedAt]);
}

function useWarningBeforeClosing(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
