import { Loader } from '@mantine/core';
import { useMemo } from 'react';
import { formatBytes } from '../forms/bytes.ts';
import { Icon } from '../look/icons.tsx';
import { findFiles, localPath, parseInput } from '../run-parts/input.ts';
import type { StepState } from '../run-parts/run-state.ts';
import * as texts from '../texts/runs.ts';
import { useOutput } from './step-output.tsx';
import classes from './step-panel.module.css';

/** The files that a step made, with links to download them. The output describes them. */
export function StepFiles({ runId, step }: { runId: string; step: StepState }) {
  const { text, isReading } = useOutput(runId, step);
  const files = useMemo(() => findFiles(parseInput(text), step.fileIds), [text, step.fileIds]);
  if (isReading) return <Loader size="sm" m="md" aria-label={texts.readingFiles} />;
  return (
    <ul className={classes.files}>
      {files.map(file => (
        <li key={file.file_id}>
          <Icon name="file" />
          {'filename' in file ? (
            <>
              <a href={localPath(file.file_url)} download={file.filename} className="truncate">
                {file.filename}
              </a>
              <span className="dim">
                {file.content_type} · {formatBytes(file.size)}
              </span>
            </>
          ) : (
            <span className="mono">{file.file_id}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
