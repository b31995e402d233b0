/** The grid: pictures as small copies that the service makes, everything else by its icon. */

import { Checkbox } from '@mantine/core';
import { memo, useState } from 'react';
import { type StoredFile, toLocalUrl } from '../api/storage.ts';
import { formatBytes } from '../forms/bytes.ts';
import { Icon } from '../look/icons.tsx';
import * as words from '../texts/common.ts';
import { files as texts } from '../texts/files.ts';
import { iconOf, isResizable, typeName } from './content-kinds.ts';
import classes from './file-grid.module.css';
import { elementProps, type GridProps, type ItemProps, type ItemsView, isSameItem } from './item-props.ts';

/** Twice the size on the screen, for dense displays. */
const THUMBNAIL_PIXELS = 280;

export function FileGrid({ items, gridProps }: { items: ItemsView; gridProps: GridProps }) {
  return (
    <table
      className={classes.grid}
      aria-rowcount={Math.ceil(items.count / items.columns)}
      aria-colcount={items.columns}
      {...gridProps}
    >
      <tbody className="relative block" style={{ height: items.totalPixels }}>
        {items.indexes.map(row => (
          <tr
            key={row}
            aria-rowindex={row + 1}
            className={classes.row}
            style={{
              transform: `translateY(${row * items.rowPixels}px)`,
              height: items.rowPixels,
              gridTemplateColumns: `repeat(${items.columns}, minmax(0, 1fr))`,
            }}
          >
            {Array.from({ length: items.columns }, (_, column) => row * items.columns + column)
              .filter(index => index < items.count)
              .map(index => (
                <Cell key={index} {...items.propsOf(index)} />
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Cell = memo((props: ItemProps) => {
  const { index, item, isSelected, events } = props;
  return (
    <td {...elementProps(props)} className={classes.cell}>
      {'folder' in item && (
        <>
          <span className={classes.picture}>
            <Icon name="folder" size={40} className="dim" />
          </span>
          <button type="button" tabIndex={-1} className={classes.folderName} onClick={() => events.onOpen(index)}>
            {item.folder.name}
          </button>
          <span className="text-12 dim nowrap">{texts.count(item.folder.files)}</span>
        </>
      )}
      {'file' in item && (
        <>
          <span className={classes.check}>
            <Checkbox
              tabIndex={-1}
              aria-label={words.selectNamed(item.file.name)}
              checked={isSelected}
              onClick={event => event.stopPropagation()}
              onChange={() => events.onToggle(index)}
            />
          </span>
          <Picture key={item.file.id} file={item.file} />
          <span className={classes.name} title={item.file.name}>
            {item.file.name}
          </span>
          <span className="text-12 dim nowrap">
            {typeName(item.file.content_type)} {formatBytes(item.file.size)}
          </span>
        </>
      )}
      {'pending' in item && <span className="visually-hidden">{texts.loading}</span>}
    </td>
  );
}, isSameItem);

function Picture({ file: { url, content_type } }: { file: StoredFile }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <span className={classes.picture}>
      {url !== null && isResizable(content_type) && !hasFailed ? (
        <img
          src={`${toLocalUrl(url)}?w=${THUMBNAIL_PIXELS}`}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
        />
      ) : (
        <Icon name={iconOf(content_type)} size={32} className="dim" />
      )}
    </span>
  );
}
