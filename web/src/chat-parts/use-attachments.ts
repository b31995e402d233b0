import { useRef, useState } from 'react';
import { deleteFile, type MessageFile, uploadFile } from '../api/chat.ts';
import { ApiError } from '../api/transport/client.ts';
import { chat as texts } from '../texts/chat.ts';

/** The API takes no more files with one message. */
export const MOST_FILES = 10;

export interface Uploading {
  readonly key: number;
  readonly filename: string;
}

export interface Attachments {
  /** What is on its way. What has arrived is a part of the draft. */
  readonly uploading: readonly Uploading[];
  readonly problem: string | undefined;
  add(files: readonly File[]): void;
  remove(file: MessageFile): void;
}

/** Stores files as soon as they are chosen, so that a draft can name them, and they survive a reload. */
export function useAttachments(
  files: readonly MessageFile[],
  onChange: (change: (files: readonly MessageFile[]) => readonly MessageFile[]) => void,
): Attachments {
  const [uploading, setUploading] = useState<readonly Uploading[]>([]);
  const [problem, setProblem] = useState<string>();
  const last = useRef(0);

  async function upload(file: File): Promise<void> {
    const key = ++last.current;
    setUploading(before => [...before, { key, filename: file.name }]);
    try {
      const { file_id, filename, content_type, file_url, size } = await uploadFile(file, new AbortController().signal);
      onChange(before => [...before, { file_id, filename, content_type, file_url, size }]);
    } catch (error) {
      setProblem(`${file.name}: ${error instanceof ApiError ? error.message : texts.uploadFailed}`);
    } finally {
      setUploading(before => before.filter(each => each.key !== key));
    }
  }

  return {
    uploading,
    problem,
    add(chosen) {
      const room = Math.max(0, MOST_FILES - files.length - uploading.length);
      setProblem(chosen.length > room ? texts.tooManyFiles(MOST_FILES) : undefined);
      for (const file of chosen.slice(0, room)) void upload(file);
    },
    remove(file) {
      setProblem(undefined);
      onChange(before => before.filter(({ file_id }) => file_id !== file.file_id));
      // The file is of no use any more. If it can not be deleted now, it stays a file of the user.
      void deleteFile(file.file_id).catch(() => {});
    },
  };
}
