/**
 * A file of a run's input. It is uploaded as a file of the user, and the input names it by its id. In other forms the
 * file is a part of the value, as base64.
 */

import { Button, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError, postForm } from '../../api/transport/client.ts';
import { Icon } from '../../look/icons.tsx';
import { IconButton } from '../../look/inputs/icon-button.tsx';
import { useDrop } from '../../look/inputs/use-drop.ts';
import { safeAddress } from '../../look/markdown/markdown-addresses.ts';
import { Problem } from '../../look/states/problem.tsx';
import * as texts from '../../texts/forms.ts';
import { formatBytes } from '../bytes.ts';
import classes from '../field.module.css';
import { type ControlProps, useForm } from '../form-context.ts';
import { isRecord } from '../json-schema.ts';

interface Uploaded {
  readonly file_id: string;
  readonly filename: string;
  readonly size: number;
}

export function FileControl({ id, label, value, onChange, isRequired, readOnly, describedBy }: ControlProps) {
  const { inlineFiles } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const [uploading, setUploading] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const file = readFile(value);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const upload = async (chosen: File | undefined) => {
    if (!chosen) return;
    const { signal } = leaving.current;
    setUploading(chosen.name);
    setProblem(undefined);
    try {
      const taken = inlineFiles ? await readInline(chosen) : await uploadFile(chosen, signal);
      if (!signal.aborted) onChange(taken);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : texts.fileCouldNotUploaded);
    } finally {
      setUploading(undefined);
    }
  };
  const { isOver, listeners } = useDrop({
    onDrop: event => {
      event.preventDefault();
      void upload(event.dataTransfer.files[0]);
    },
  });
  return (
    <div>
      <div className={classes.file} data-over={isOver || undefined} {...(!readOnly && listeners)}>
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
        <span className="truncate">{uploading ?? (file && <FileName {...file} />)}</span>
        {!readOnly && uploading === undefined && (
          <Button
            id={id}
            size="compact-sm"
            variant="default"
            aria-label={texts.chooseFileFor(label, file !== undefined, isRequired)}
            aria-describedby={describedBy}
            onClick={() => input.current?.click()}
          >
            {file ? texts.change : texts.chooseFile}
          </Button>
        )}
        {!file && uploading === undefined && !readOnly && <span className="dim">{texts.dropOneHere}</span>}
        {file && !readOnly && uploading === undefined && (
          <IconButton icon="x" label={texts.removeFile(label)} size="sm" onClick={() => onChange(undefined)} />
        )}
      </div>
      <Problem>{problem}</Problem>
    </div>
  );
}

interface ShownFile {
  filename: string;
  size?: number;
  /** Where it can be opened. */
  url?: string;
}

function FileName({ filename, size, url }: ShownFile) {
  const address = url === undefined ? undefined : safeAddress(url);
  return (
    <>
      {address === undefined ? (
        filename
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {filename}
        </a>
      )}{' '}
      {size === undefined ? '' : formatBytes(size)}
    </>
  );
}

async function uploadFile(file: File, signal: AbortSignal) {
  const form = new FormData();
  form.append('file', file, file.name);
  const { file_id, filename, size } = await postForm<Uploaded>('v1/file/upload', form, { signal });
  return { file_id, filename, size };
}

/** Writes a file as the API takes it in JSON. */
async function readInline(file: File) {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(texts.fileCouldNotUploaded));
    reader.readAsDataURL(file);
  });
  const data = url.slice(url.indexOf(',') + 1);
  return { filename: file.name, mime_type: file.type || 'application/octet-stream', data, size: file.size };
}

function readFile(value: unknown): ShownFile | undefined {
  if (typeof value === 'string' && value !== '') return { filename: value };
  if (!isRecord(value)) return undefined;
  const name = [value.filename, value.name, value.file_id].find(each => typeof each === 'string');
  if (typeof name !== 'string') return undefined;
  return {
    filename: name,
    ...(typeof value.size === 'number' && { size: value.size }),
    ...(typeof value.file_url === 'string' && { url: value.file_url }),
  };
}
