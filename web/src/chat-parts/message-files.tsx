import type { MessageFile } from '../api/chat.ts';
import { formatBytes } from '../forms/bytes.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { chat as texts } from '../texts/chat.ts';
import classes from './message-files.module.css';

/** The files of a message: pictures as such, everything else by name. */
export function MessageFiles({ files }: { files: readonly MessageFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map(file => (
        <li key={file.file_id}>
          <a href={localPath(file.file_url)} target="_blank" rel="noopener" aria-label={texts.openFile(file.filename)}>
            <FilePreview file={file} />
          </a>
        </li>
      ))}
    </ul>
  );
}

export function FilePreview({ file }: { file: MessageFile }) {
  return (
    <span className={classes.file}>
      {isPicture(file) ? (
        <img className={classes.picture} src={localPath(file.file_url)} alt="" loading="lazy" />
      ) : (
        <Icon name={iconOf(file.content_type)} size={18} />
      )}
      <span className={classes.name}>
        <span className="truncate">{file.filename}</span>
        <span className="dim">{formatBytes(file.size)}</span>
      </span>
    </span>
  );
}

/** Links have the public address of the service, which need not be the one that this page was opened with. */
function localPath(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return `${pathname}${search}`;
}

/** Formats that every browser shows, and that can hold no script. */
function isPicture({ content_type }: MessageFile): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(content_type);
}

function iconOf(contentType: string): IconName {
  if (contentType.startsWith('image/')) return 'image';
  if (contentType.startsWith('audio/')) return 'music';
  if (contentType.startsWith('video/')) return 'video';
  return contentType.startsWith('text/') ? 'file-text' : 'file';
}
