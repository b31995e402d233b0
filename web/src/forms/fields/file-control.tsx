/** A file of a run's input. It is uploaded as a file of the user, and the input names it by its id. */
import { ActionIcon, Button, Loader } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { ApiError, postForm } from '../../api/client.ts';
import { Icon } from '../../look/icons.tsx';
import { formatBytes } from '../bytes.ts';
import classes from '../field.module.css';
import type { ControlProps } from '../form-context.ts';
import { isRecord } from '../json-schema.ts';

interface Uploaded {
  readonly file_id: string;
  readonly filename: string;
  readonly size: number;
}

export function FileControl({ id, label, value, onChange, isRequired, readOnly, describedBy }: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const [uploading, setUploading] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const file = readFile(value);

  const upload = async (chosen: File | undefined) => {
    if (!chosen) return;
    setUploading(chosen.name);
    setProblem(undefined);
    try {
      const form = new FormData();
      form.append('file', chosen, chosen.name);
      const { file_id, filename, size } = await postForm<Uploaded>('v1/file/upload', form);
      onChange({ file_id, filename, size });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'The file could not be uploaded');
    } finally {
      setUploading(undefined);
    }
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void upload(event.dataTransfer.files[0]);
    },
  };
  return (
    <div>
      <div className={classes.file} data-over={isOver || undefined} {...(!readOnly && drop)}>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden
          onChange={event => {
            void upload(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        {uploading !== undefined && <Loader size="xs" />}
        {file && uploading === undefined && <Icon name="paperclip" size={14} />}
        <span className="truncate">
          {uploading ?? (file ? `${file.filename} ${file.size === undefined ? '' : formatBytes(file.size)}` : '')}
        </span>
        {!readOnly && uploading === undefined && (
          <Button
            id={id}
            size="compact-sm"
            variant="default"
            aria-label={`${file ? 'Choose another file' : 'Choose a file'} for ${label}${isRequired ? ', required' : ''}`}
            aria-describedby={describedBy}
            onClick={() => input.current?.click()}
          >
            {file ? 'Change' : 'Choose a file'}
          </Button>
        )}
        {!file && uploading === undefined && !readOnly && <span className="dim">or drop one here</span>}
        {file && !readOnly && uploading === undefined && (
          <ActionIcon size="sm" aria-label={`Remove the file of ${label}`} onClick={() => onChange(undefined)}>
            <Icon name="x" size={14} />
          </ActionIcon>
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className={classes.error}>
          {problem}
        </p>
      )}
    </div>
  );
}

function readFile(value: unknown): { filename: string; size?: number } | undefined {
  if (typeof value === 'string' && value !== '') return { filename: value };
  if (!isRecord(value)) return undefined;
  const name = [value.filename, value.name, value.file_id].find(each => typeof each === 'string');
  if (typeof name !== 'string') return undefined;
  return { filename: name, ...(typeof value.size === 'number' && { size: value.size }) };
}
