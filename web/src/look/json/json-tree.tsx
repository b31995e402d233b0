/**
 * A tree of any JSON or text. Only the rows in view exist, and large texts are parsed and searched by a worker, so that
 * an output of any size leaves the page quick.
 */

import { Loader, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '../../texts/locale.ts';
import * as texts from '../../texts/look.ts';
import { copyText } from '../copy.ts';
import { Icon } from '../icons.tsx';
import { IconButton } from '../inputs/icon-button.tsx';
import { useVisibleRows } from '../lists/use-visible-rows.ts';
import { type JsonPath, type JsonRow, ROW_CHARACTERS } from './json-rows.ts';
import classes from './json-tree.module.css';
import { type JsonTreeHandle, type TreeSource, useJsonTree } from './use-json-tree.ts';

export interface JsonTreeProps extends TreeSource {
  /** What the tree shows, for screen readers. */
  readonly label: string;
  /** The height in pixels beyond which it scrolls. */
  readonly maxHeight?: number;
  readonly hasSearch?: boolean;
  readonly searchLabel?: string;
  /** How a path is copied. By default as in JavaScript. */
  formatPath?(path: JsonPath): string;
  /** More to do with a row, as items of its menu. */
  rowActions?(row: JsonRow): ReactNode;
  /** What dragging a row carries. */
  onDragRow?(row: JsonRow, transfer: DataTransfer): void;
  /** What `Enter` does on a value that is no container. */
  onChooseRow?(row: JsonRow): void;
  /** The name of a row, where it is not its key. */
  labelRow?(row: JsonRow): string | undefined;
}

const ROW_PIXELS = 24;

export function JsonTree(props: JsonTreeProps) {
  const { label, maxHeight = 420, hasSearch = true, searchLabel = texts.search } = props;
  const tree = useJsonTree(props);
  const [active, setActive] = useState(0);
  const [whole, setWhole] = useState<{ path: JsonPath; text: string }>();
  const treeId = useId();
  const { length, isCut } = tree.state;
  const rows = useVisibleRows(length, ROW_PIXELS);
  const goTo = (index: number) => {
    const target = Math.max(0, Math.min(length - 1, index));
    setActive(target);
    rows.reveal(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = tree.row(active);
    if (row && moveByKey(event, row, { tree, active, goTo, onChoose: props.onChooseRow })) event.preventDefault();
  };
  if (tree.isLoading) {
    return (
      <div className={classes.loading}>
        <Loader size="xs" /> <span className="dim">{texts.reading}</span>
      </div>
    );
  }
  return (
    <div className="column gap-6 min-w-0">
      {hasSearch && <Search tree={tree} label={searchLabel} goTo={goTo} />}
      {isCut && <p className="text-12 warning">{texts.onlyBeginningValueStored}</p>}
      <div
        ref={rows.ref}
        className={classes.scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={length > 0 ? `${treeId}-${active}` : undefined}
        style={{ maxHeight, height: Math.min(maxHeight, length * ROW_PIXELS) }}
        onKeyDown={onKeyDown}
      >
        <div className="relative w-full" style={{ height: rows.totalPixels }} role="none">
          {rows.indexes.map(index => {
            const row = tree.row(index);
            return (
              <div
                key={index}
                className={classes.place}
                style={{ transform: `translateY(${index * ROW_PIXELS}px)` }}
                role="none"
              >
                {row && (
                  <Row
                    row={row}
                    id={`${treeId}-${index}`}
                    isActive={index === active}
                    onActivate={() => setActive(index)}
                    tree={tree}
                    onShowAll={async () => setWhole({ path: row.path, text: await tree.readText(row.path) })}
                    {...props}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {whole && <WholeText {...whole} onClose={() => setWhole(undefined)} />}
    </div>
  );
}

interface RowProps extends JsonTreeProps {
  readonly row: JsonRow;
  readonly id: string;
  readonly isActive: boolean;
  readonly tree: JsonTreeHandle;
  onActivate(): void;
  onShowAll(): void;
}

function Row({ row, id, isActive, tree, onActivate, onShowAll, ...props }: RowProps) {
  const { type, path, depth, key, text, size, isOpen, isMatch } = row;
  const isContainer = type === 'object' || type === 'array';
  const isCut = type === 'string' && size > ROW_CHARACTERS;
  const isDraggable = props.onDragRow !== undefined && path.length > 0;
  const name = props.labelRow?.(row) ?? (key === undefined ? undefined : String(key));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself has the focus and handles the keys.
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={isContainer ? isOpen : undefined}
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.row}
      data-active={isActive || undefined}
      data-match={isMatch || undefined}
      draggable={isDraggable}
      onDragStart={event => props.onDragRow?.(row, event.dataTransfer)}
      onClick={() => {
        onActivate();
        if (isContainer) tree.toggle(path);
      }}
      style={{ paddingInlineStart: 4 + depth * 14 }}
    >
      <span className={classes.arrow} data-open={isOpen || undefined} aria-hidden>
        {isContainer && <Icon name="chevron-right" size={12} />}
      </span>
      {name !== undefined && <span className={classes.key}>{name}</span>}
      {name !== undefined && <span className={classes.colon}>:</span>}
      {isContainer ? (
        <span className={classes.size}>{describeSize(type, size)}</span>
      ) : (
        <span className={classes.value} data-type={type}>
          {type === 'string' ? `"${text}${isCut ? '…' : ''}"` : text}
        </span>
      )}
      {isCut && (
        <UnstyledButton
          className={classes.all}
          tabIndex={-1}
          onClick={event => {
            event.stopPropagation();
            onShowAll();
          }}
        >
          {texts.showAllCharacters(formatNumber(size))}
        </UnstyledButton>
      )}
      <RowMenu row={row} tree={tree} isActive={isActive} {...props} />
    </div>
  );
}

interface RowMenuProps extends JsonTreeProps {
  readonly row: JsonRow;
  readonly tree: JsonTreeHandle;
  readonly isActive: boolean;
}

function RowMenu({ row, tree, isActive, rowActions, formatPath = formatJsonPath }: RowMenuProps) {
  const copy = async (text: string | Promise<string>) => copyText(await text);
  const name = row.path.length === 0 ? 'value' : formatPath(row.path);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton
          icon="ellipsis"
          label={texts.actionsFor(name)}
          size={20}
          className={classes.menu}
          tabIndex={isActive ? 0 : -1}
          onClick={event => event.stopPropagation()}
          onKeyDown={event => event.stopPropagation()}
        />
      </Menu.Target>
      <Menu.Dropdown onClick={event => event.stopPropagation()} onKeyDown={event => event.stopPropagation()}>
        {rowActions?.(row)}
        <Menu.Item onClick={() => void copy(tree.readText(row.path))}>{texts.copyValue}</Menu.Item>
        {row.path.length > 0 && (
          <Menu.Item onClick={() => void copy(formatPath(row.path))}>{texts.copyThePath}</Menu.Item>
        )}
        {row.size > 0 && row.type !== 'string' && (
          <>
            <Menu.Item onClick={() => tree.toggle(row.path, { isDeep: true, isOpen: true })}>
              {texts.openEverything}
            </Menu.Item>
            <Menu.Item onClick={() => tree.toggle(row.path, { isDeep: true, isOpen: false })}>
              {texts.closeEverything}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SearchProps {
  readonly tree: JsonTreeHandle;
  readonly label: string;
  goTo(index: number): void;
}

const SEARCH_DELAY_MS = 120;

function Search({ tree, label, goTo }: SearchProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const latest = useRef(tree);
  latest.current = tree;
  useEffect(() => {
    const timer = setTimeout(() => latest.current.search(query), SEARCH_DELAY_MS);
    setAt(0);
    return () => clearTimeout(timer);
  }, [query]);
  const { matches } = tree.state;
  const show = async (number: number) => {
    if (matches === 0) return;
    const next = (number + matches) % matches;
    setAt(next);
    goTo(await tree.findMatch(next));
  };
  return (
    <div className={classes.search}>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" size={12} />}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') void show(event.shiftKey ? at - 1 : at + 1);
          if (event.key === 'Escape') setQuery('');
        }}
      />
      {query !== '' && (
        <span className="text-12 dim nowrap" role="status">
          {matches === 0 ? texts.nothingFound : texts.partOfAll(formatNumber(at + 1), formatNumber(matches))}
        </span>
      )}
      {matches > 1 && (
        <>
          <IconButton icon="chevron-up" label={texts.previousMatch} size={22} onClick={() => void show(at - 1)} />
          <IconButton icon="chevron-down" label={texts.nextMatch} size={22} onClick={() => void show(at + 1)} />
        </>
      )}
    </div>
  );
}

/** The browser lays out a long text in pieces, so that it is shown at once. */
function WholeText({ path, text, onClose }: { path: JsonPath; text: string; onClose(): void }) {
  return (
    <div className={classes.whole}>
      <div className={classes.wholeHead}>
        <span className="mono truncate">{formatJsonPath(path) || texts.text}</span>
        <UnstyledButton className={classes.all} onClick={onClose}>
          {texts.close}
        </UnstyledButton>
      </div>
      <textarea
        readOnly
        aria-label={path.length === 0 ? texts.wholeText : texts.all(formatJsonPath(path))}
        value={text}
        rows={12}
      />
    </div>
  );
}

interface KeyOptions {
  readonly tree: JsonTreeHandle;
  readonly active: number;
  goTo(index: number): void;
  readonly onChoose: ((row: JsonRow) => void) | undefined;
}

/** Follows the pattern for trees of the ARIA practices. Returns whether the key means something here. */
function moveByKey(event: KeyboardEvent, row: JsonRow, { tree, active, goTo, onChoose }: KeyOptions): boolean {
  const isContainer = row.type === 'object' || row.type === 'array';
  switch (event.key) {
    case 'ArrowDown':
      goTo(active + 1);
      return true;
    case 'ArrowUp':
      goTo(active - 1);
      return true;
    case 'Home':
      goTo(0);
      return true;
    case 'End':
      goTo(tree.state.length - 1);
      return true;
    case 'ArrowRight':
      if (isContainer && !row.isOpen) tree.toggle(row.path, { isOpen: true });
      else if (isContainer) goTo(active + 1);
      return true;
    case 'ArrowLeft':
      if (isContainer && row.isOpen) tree.toggle(row.path, { isOpen: false });
      else goTo(parentIndex(tree, active, row.depth));
      return true;
    case 'Enter':
    case ' ':
      if (isContainer) tree.toggle(row.path);
      else onChoose?.(row);
      return true;
    default:
      return false;
  }
}

function parentIndex(tree: JsonTreeHandle, active: number, depth: number): number {
  for (let index = active - 1; index >= 0; index--) {
    const row = tree.row(index);
    if (row && row.depth < depth) return index;
  }
  return active;
}

function describeSize(type: 'object' | 'array', size: number): string {
  const count = formatNumber(size);
  return type === 'array' ? `[${count}]` : `{${count}}`;
}

function formatJsonPath(path: JsonPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'string' && /^[A-Za-z_$][\w$]*$/.test(part)) return text === '' ? part : `${text}.${part}`;
    return `${text}[${JSON.stringify(part)}]`;
  }, '');
}
