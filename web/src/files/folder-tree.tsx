/** The folders of a panel. Sub-folders are read when their folder is opened. */

import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { type OpenedPanel, panelUsageQuery } from '../api/panels.ts';
import { type Folder, foldersQuery } from '../api/storage.ts';
import { formatBytes } from '../forms/bytes.ts';
import { Icon } from '../look/icons.tsx';
import { effectiveRules, isAllowed } from '../panel-parts/folder-rules.ts';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { formatNumber } from '../texts/locale.ts';
import { ProgressBar } from '../uploads/progress-bar.tsx';
import { DRAGGED } from './dragged.ts';
import classes from './folder-tree.module.css';

interface FolderTreeProps {
  opened: OpenedPanel;
  /** Folders that have rules, but perhaps no files yet. */
  declared: readonly string[];
  directory: string;
  onOpen(directory: string): void;
  onDrop(directory: string, event: DragEvent): Promise<void>;
}

export function FolderTree({ opened, declared, directory, onOpen, onDrop }: FolderTreeProps) {
  const panelId = opened.panel.id;
  const { data: folders = [] } = useQuery(foldersQuery(panelId, ''));
  const known = new Set(folders.map(({ name }) => name));
  const empty = declared
    .filter(name => !known.has(name))
    .map(name => ({ name, path: name, files: 0, size: 0, has_folders: false }));
  return (
    <div className={classes.tree}>
      <nav className={classes.scroller} aria-label={texts.folders}>
        <ul>
          {[...folders, ...empty].map(folder => (
            <Branch
              key={folder.path}
              folder={folder}
              depth={0}
              opened={opened}
              directory={directory}
              onOpen={onOpen}
              onDrop={onDrop}
            />
          ))}
        </ul>
      </nav>
      <Usage panelId={panelId} />
    </div>
  );
}

interface BranchProps extends Omit<FolderTreeProps, 'declared'> {
  folder: Folder;
  depth: number;
}

function Branch({ folder, depth, ...tree }: BranchProps) {
  const { opened, directory, onOpen, onDrop } = tree;
  const { name, path, files, has_folders } = folder;
  const holdsDirectory = directory.startsWith(`${path}/`);
  const [chosen, setChosen] = useState<boolean>();
  const [isOver, setOver] = useState(false);
  const isListed = isAllowed(effectiveRules(opened.panel.file_storage, path.split('/', 1)[0] ?? ''), 'list');
  const isExpanded = has_folders && isListed && (chosen ?? holdsDirectory);
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: moving is also possible with the keyboard, in the details. */}
      <div
        className={classes.branch}
        data-here={path === directory || undefined}
        data-over={isOver || undefined}
        style={{ paddingLeft: 8 + depth * 14 }}
        onDragOver={event => {
          const { types } = event.dataTransfer;
          if (!types.includes(DRAGGED) && !types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault();
          setOver(false);
          void onDrop(path, event);
        }}
      >
        {has_folders && isListed ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isExpanded}
            aria-label={isExpanded ? texts.closeFolder(name) : texts.openFolder(name)}
            onClick={() => setChosen(!isExpanded)}
          >
            <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} size={14} />
          </button>
        ) : (
          <span className={classes.toggle} />
        )}
        <button
          type="button"
          className={classes.name}
          aria-current={path === directory ? 'true' : undefined}
          onClick={() => onOpen(path)}
        >
          <Icon name={isListed ? 'folder' : 'lock'} size={14} />
          <span className="truncate">{name}</span>
        </button>
        <span className={classes.count} title={`${texts.count(files)}, ${formatBytes(folder.size)}`}>
          {formatNumber(files)}
        </span>
      </div>
      {isExpanded && <SubFolders path={path} depth={depth + 1} tree={tree} />}
    </li>
  );
}

function SubFolders({ path, depth, tree }: { path: string; depth: number; tree: Omit<FolderTreeProps, 'declared'> }) {
  const { data: folders } = useQuery(foldersQuery(tree.opened.panel.id, path));
  return (
    <ul>
      {folders?.map(folder => (
        <Branch key={folder.path} folder={folder} depth={depth} {...tree} />
      ))}
    </ul>
  );
}

function Usage({ panelId }: { panelId: string }) {
  const { data: usage } = useQuery(panelUsageQuery(panelId));
  if (!usage) return null;
  const { size, limit } = usage;
  return (
    <div className={classes.usage}>
      {limit > 0 && <ProgressBar percent={Math.min(100, Math.round((100 * size) / limit))} label={texts.usageLabel} />}
      <span>
        {limit > 0 ? words.partOfAll(formatBytes(size), formatBytes(limit)) : words.amountUsed(formatBytes(size))}
      </span>
    </div>
  );
}
