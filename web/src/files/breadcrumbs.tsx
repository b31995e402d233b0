import { Fragment } from 'react';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { files as texts } from '../texts/files.ts';
import classes from './breadcrumbs.module.css';
import { directoriesAbove } from './search.ts';

interface BreadcrumbsProps {
  directory: string;
  onOpen(directory: string): void;
  onInfo(): void;
}

export function Breadcrumbs({ directory, onOpen, onInfo }: BreadcrumbsProps) {
  return (
    <div className={classes.bar}>
      <nav className="row wrap grow" aria-label={texts.you}>
        <button
          type="button"
          onClick={() => onOpen('')}
          aria-current={directory === '' ? 'location' : undefined}
          className={classes.crumb}
        >
          {texts.allFolders}
        </button>
        {directoriesAbove(directory).map(({ name, path }) => (
          <Fragment key={path}>
            <Icon name="chevron-right" size={14} className="flex-none dim" />
            <button
              type="button"
              onClick={() => onOpen(path)}
              aria-current={path === directory ? 'location' : undefined}
              className={classes.crumb}
            >
              {name}
            </button>
          </Fragment>
        ))}
      </nav>
      <IconButton icon="info" label={texts.folderInfo} hint className={classes.info} onClick={onInfo} />
    </div>
  );
}
