import { Button, Checkbox, Popover } from '@mantine/core';
import { Icon } from '../look/icons.tsx';
import * as words from '../texts/common.ts';
import { recordTable as texts } from '../texts/records.ts';
import { type Column, type ColumnChoice, chooseColumn } from './columns.ts';
import classes from './columns-menu.module.css';

interface ColumnsMenuProps {
  columns: readonly Column[];
  visible: readonly Column[];
  choice: ColumnChoice;
  onChange(choice: ColumnChoice): void;
}

export function ColumnsMenu({ columns, visible, choice, onChange }: ColumnsMenuProps) {
  const shown = new Set(visible.map(({ name }) => name));
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="table" size={14} />}>
          {words.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.chooseColumns}>
        <div className={classes.list}>
          {columns.length === 0 && <p>{texts.noColumns}</p>}
          {columns.map(({ name }) => (
            <Checkbox
              key={name}
              label={name}
              checked={shown.has(name)}
              onChange={event => onChange(chooseColumn(choice, name, event.currentTarget.checked))}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
