import { EmptyState, NothingFits } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { type FileAtPath, useUploads } from '../uploads/uploads.ts';
import { UploadMenu } from './file-actions.tsx';
import { FileItems, type FileItemsProps } from './file-items.tsx';
import { useFileList } from './use-file-list.ts';

interface FilePaneProps extends Omit<FileItemsProps, 'folders' | 'total'> {
  declared: readonly string[];
  onUpload(files: FileAtPath[]): void;
}

export function FilePane(props: FilePaneProps) {
  const { listing, declared } = props;
  const { folders, total, error, retry } = useFileList(listing, declared);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (!folders || total === undefined) return <ListPlaceholder />;
  if (folders.length + total === 0) return <Nothing {...props} />;
  return <FileItems key={listing.directory} {...props} folders={folders} total={total} />;
}

function Nothing({ listing, rights, onSearch, onUpload }: FilePaneProps) {
  const { panelId, directory, text } = listing;
  const inside = directory === '' ? '' : `${directory}/`;
  // The first files are stored a moment before they are listed.
  const isArriving = useUploads().queue.uploads.some(
    upload => upload.state === 'sending' && upload.panelId === panelId && upload.path.startsWith(inside),
  );
  if (isArriving && text === '') return <ListPlaceholder />;
  if (text !== '') {
    return (
      <NothingFits
        title={texts.nothingFound}
        text={texts.nothingFoundText}
        action={words.showAll}
        onReset={() => onSearch({ text: undefined })}
      />
    );
  }
  const isTop = directory === '';
  if (!isTop && !rights.may('upload', directory)) {
    return <EmptyState icon="folder-open" title={texts.emptyFolder} text={texts.emptyReadOnlyText} />;
  }
  return (
    <EmptyState
      icon="folder-open"
      title={isTop ? texts.emptyPanel : texts.emptyFolder}
      text={isTop ? texts.emptyPanelText : texts.emptyFolderText}
      action={<UploadMenu isTop={isTop} onChosen={onUpload} />}
      curl={texts.curl(window.location.origin, panelId, isTop ? 'docs' : directory)}
    />
  );
}
