/** Shows a file by its real type. Markup is shown as its source, so nothing of a file ever runs in the page. */

import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { contentKey, type StoredFile, toLocalUrl } from '../api/storage.ts';
import { formatBytes } from '../forms/bytes.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { isResizable, previewOf, typeName } from './content-kinds.ts';
import classes from './details.module.css';

const TEXT_BYTES = 200_000;
const PDF_BYTES = 30_000_000;
const IMAGE_PIXELS = 640;

export function Preview({ file }: { file: StoredFile }) {
  const { url, content_type, name, size } = file;
  if (url === null) return <Note>{texts.notReadable}</Note>;
  const local = toLocalUrl(url);
  switch (previewOf(content_type)) {
    case 'image':
      return <Picture src={isResizable(content_type) ? `${local}?w=${IMAGE_PIXELS}` : local} alt={name} />;
    case 'pdf':
      return size > PDF_BYTES ? <Note>{texts.tooLargePreview}</Note> : <Pdf url={local} file={file} />;
    case 'text':
      return <Text url={local} file={file} />;
    case 'audio':
      return (
        <div className={classes.preview}>
          {/* biome-ignore lint/a11y/useMediaCaption: files have no captions of their own. */}
          <audio controls preload="metadata" src={local} aria-label={name} />
        </div>
      );
    case 'video':
      return (
        <div className={classes.preview}>
          {/* biome-ignore lint/a11y/useMediaCaption: files have no captions of their own. */}
          <video controls preload="metadata" src={local} aria-label={name} />
        </div>
      );
    case 'none':
      return <Note>{texts.noPreview(typeName(content_type))}</Note>;
  }
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className={classes.preview}>
      <p className={classes.note}>{children}</p>
    </div>
  );
}

function Picture({ src, alt }: { src: string; alt: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <Note>{texts.previewFailed}</Note>;
  return (
    <div className={classes.preview}>
      <img src={src} alt={alt} onError={() => setFailed(true)} />
    </div>
  );
}

/** The bytes stay the same for a hash, so a preview is read once. */
function useContent<Content>(file: StoredFile, kind: string, read: (signal: AbortSignal) => Promise<Content>) {
  return useQuery({
    queryKey: contentKey(file.sha256, kind),
    queryFn: ({ signal }) => read(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

function Text({ url, file }: { url: string; file: StoredFile }) {
  const { data, error } = useContent(file, 'text', async signal => {
    // An empty file has no range.
    const headers: Record<string, string> = file.size > TEXT_BYTES ? { range: `bytes=0-${TEXT_BYTES - 1}` } : {};
    const response = await fetchContent(url, signal, headers);
    return response.text();
  });
  if (error) return <Note>{texts.previewFailed}</Note>;
  if (data === undefined) return <Waiting />;
  return (
    <>
      <div className={classes.preview}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
        <pre tabIndex={0} role="document" aria-label={words.preview}>
          {data}
        </pre>
      </div>
      {file.size > TEXT_BYTES && <p className="dim">{texts.onlyBeginning(formatBytes(TEXT_BYTES))}</p>}
    </>
  );
}

/** Frames may only show what the page itself has read. */
function Pdf({ url, file }: { url: string; file: StoredFile }) {
  const { data, error } = useContent(file, 'pdf', async signal => {
    const response = await fetchContent(url, signal);
    return new Blob([await response.arrayBuffer()], { type: 'application/pdf' });
  });
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const created = URL.createObjectURL(data);
    setSource(created);
    return () => URL.revokeObjectURL(created);
  }, [data]);
  if (error) return <Note>{texts.previewFailed}</Note>;
  if (source === undefined) return <Waiting />;
  return (
    <div className={classes.preview}>
      <iframe src={source} title={file.name} />
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.preview}>
      <Loader size={20} color="gray" aria-label={words.preview} />
    </div>
  );
}

async function fetchContent(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { signal, headers, credentials: 'same-origin' });
  if (!response.ok) throw new Error(texts.previewFailed);
  return response;
}
