/** What can be done with a directory, and how its list is shown. */
import { Button, Menu, NativeSelect, SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { readChosen } from '../uploads/dropped.ts';
import type { FileAtPath } from '../uploads/uploads.ts';
import classes from './files-page.module.css';
import { type FilesSearch, ORDERS, readFilesSearch, type View } from './search.ts';

interface FileActionsProps {
  mayUpload: boolean;
  /** At the top of a panel only whole folders can be uploaded. */
  isTop: boolean;
  onNewFolder(): void;
  onChosen(files: FileAtPath[]): void;
}

export function FileActions({ mayUpload, isTop, onNewFolder, onChosen }: FileActionsProps) {
  if (!mayUpload) return <span className="dim">{texts.mayNotUpload}</span>;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="folder-plus" />} onClick={onNewFolder}>
        {words.newFolder}
      </Button>
      <UploadMenu isTop={isTop} onChosen={onChosen} />
    </>
  );
}

export function UploadMenu({ isTop, onChosen }: Pick<FileActionsProps, 'isTop' | 'onChosen'>) {
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<Icon name="upload" />} rightSection={<Icon name="chevron-down" size={14} />}>
            {words.upload}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isTop && (
            <Menu.Item leftSection={<Icon name="file-plus" />} onClick={() => filesInput.current?.click()}>
              {words.files}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="folder-up" />} onClick={() => folderInput.current?.click()}>
            {texts.uploadFolder}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={filesInput}
        type="file"
        multiple
        hidden
        aria-label={words.files}
        onChange={event => choose(event.currentTarget, onChosen)}
      />
      <input
        ref={element => {
          folderInput.current = element;
          // React knows no such attribute.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label={texts.uploadFolder}
        onChange={event => choose(event.currentTarget, onChosen)}
      />
    </>
  );
}

/** Empties the field, so that the same file can be chosen again. */
function choose(input: HTMLInputElement, onChosen: (files: FileAtPath[]) => void): void {
  const chosen = readChosen(Array.from(input.files ?? []));
  input.value = '';
  if (chosen.length > 0) onChosen(chosen);
}

interface FileFiltersProps {
  search: FilesSearch;
  view: View;
  onText(text: string): void;
  onSort(order: Pick<FilesSearch, 'sort' | 'order'>): void;
  onView(view: View): void;
}

export function FileFilters({ search, view, onText, onSort, onView }: FileFiltersProps) {
  const { text = '', sort = 'name', order = 'ascending' } = search;
  return (
    <>
      <SearchField
        className={classes.search}
        text={text}
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        maxLength={200}
        onChange={onText}
      />
      <SegmentedControl
        size="xs"
        aria-label={words.view}
        value={view}
        onChange={next => onView(next === 'grid' ? 'grid' : 'list')}
        data={[
          { value: 'list', label: words.list },
          { value: 'grid', label: texts.grid },
        ]}
      />
      {/* Where the list has no heads to click on. */}
      <div className={classes.sort} data-view={view}>
        <NativeSelect
          size="xs"
          aria-label={texts.sort}
          value={`${sort} ${order}`}
          onChange={event => onSort(readFilesSearch(Object.fromEntries(readOrder(event.currentTarget.value))))}
          data={ORDERS.flatMap(each => [
            { value: `${each} ascending`, label: texts.orders[each].ascending },
            { value: `${each} descending`, label: texts.orders[each].descending },
          ])}
        />
      </div>
    </>
  );
}

function readOrder(value: string): [string, string][] {
  const [sort = '', order = ''] = value.split(' ');
  return [
    ['sort', sort],
    ['order', order],
  ];
}
