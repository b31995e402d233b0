import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { formatBytes } from '../forms/bytes.ts';
import { Icon } from '../look/icons.tsx';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { iconOf, typeName } from './content-kinds.ts';
import classes from './file-list.module.css';
import { elementProps, type ItemProps, isSameItem } from './item-props.ts';
import type { Item } from './use-file-list.ts';

export const FileRow = memo((props: ItemProps) => {
  const { index, item, isSelected, rowPixels, events } = props;
  return (
    <tr
      {...elementProps(props)}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${index * rowPixels}px)`, height: rowPixels }}
    >
      <td className={classes.select}>
        {'file' in item && (
          <Checkbox
            tabIndex={-1}
            aria-label={words.selectNamed(item.file.name)}
            checked={isSelected}
            onClick={event => event.stopPropagation()}
            onChange={() => events.onToggle(index)}
          />
        )}
      </td>
      <Cells item={item} onOpen={() => events.onOpen(index)} />
    </tr>
  );
}, isSameItem);

function Cells({ item, onOpen }: { item: Item; onOpen(): void }) {
  if ('folder' in item) {
    const { name, files, size } = item.folder;
    return (
      <>
        <td className={classes.name}>
          <Icon name="folder" size={16} className="dim" />
          {/* On a touch screen there is no double click. */}
          <button type="button" tabIndex={-1} className={classes.folderName} onClick={onOpen}>
            <bdi>{name}</bdi>
          </button>
        </td>
        <td className={classes.type}>{texts.count(files)}</td>
        <td className={classes.size}>{formatBytes(size)}</td>
        <td className={classes.record} />
        <td className={classes.updated} />
      </>
    );
  }
  if ('pending' in item) {
    return (
      <td className={classes.name}>
        <span className={classes.pending} />
        <span className="visually-hidden">{texts.loading}</span>
      </td>
    );
  }
  const { name, content_type, size, record, updated } = item.file;
  return (
    <>
      <td className={classes.name}>
        <Icon name={iconOf(content_type)} size={16} className="dim" />
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
      </td>
      <td className={classes.type}>{typeName(content_type)}</td>
      <td className={classes.size}>{formatBytes(size)}</td>
      <td className={classes.record}>{record && <bdi>{texts.openRecord(record.collection, record.key)}</bdi>}</td>
      <td className={classes.updated}>
        <Time at={updated} />
      </td>
    </>
  );
}
