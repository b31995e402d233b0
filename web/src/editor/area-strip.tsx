/** What can be open beside the steps, as a strip of labelled buttons, or as a menu where there is no room for it. */
import { Button, Menu } from '@mantine/core';
import { Icon, type IconName } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as texts from '../texts/editor.ts';
import * as revisionTexts from '../texts/revisions.ts';
import classes from './editor-header.module.css';

/** What is open beside, or instead of, the steps. */
export type OpenArea = 'history' | 'publish' | 'settings' | 'variables' | null;

export interface AreaStripProps {
  area: OpenArea;
  onArea(area: OpenArea): void;
  isBuilding: boolean;
  onBuilding(isBuilding: boolean): void;
  isReadOnly: boolean;
}

interface Entry {
  icon: IconName;
  /** The visible word, and the whole name where that says more. */
  word: string;
  name: string;
  isOpen: boolean;
  toggle(): void;
}

export function AreaStrip(props: AreaStripProps) {
  return (
    <div className={classes.strip}>
      {listEntries(props).map(({ icon, word, name, isOpen, toggle }) => (
        <Button
          key={icon}
          size="compact-sm"
          variant={isOpen ? 'light' : 'subtle'}
          color={isOpen ? undefined : 'gray'}
          className={classes.area}
          leftSection={<Icon name={icon} size={16} />}
          aria-label={name}
          aria-pressed={isOpen}
          onClick={toggle}
        >
          {word}
        </Button>
      ))}
    </div>
  );
}

export function AreaMenu(props: AreaStripProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <IconButton icon="ellipsis" label={texts.moreOfWorkflow} />
      </Menu.Target>
      <Menu.Dropdown>
        {listEntries(props).map(({ icon, name, isOpen, toggle }) => (
          <Menu.Item
            key={icon}
            leftSection={<Icon name={icon} />}
            rightSection={isOpen && <Icon name="check" size={14} />}
            onClick={toggle}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function listEntries({ area, onArea, isBuilding, onBuilding, isReadOnly }: AreaStripProps): Entry[] {
  const entry = (kind: NonNullable<OpenArea>, icon: IconName, word: string, name: string): Entry => {
    const isOpen = area === kind;
    return { icon, word, name, isOpen, toggle: () => onArea(isOpen ? null : kind) };
  };
  const builder = { isOpen: isBuilding, toggle: () => onBuilding(!isBuilding) };
  const historyName = area === 'history' ? revisionTexts.closeHistory : revisionTexts.history;
  return [
    { icon: 'sparkles', word: texts.builder, name: texts.builder, ...builder },
    ...(isReadOnly
      ? []
      : [
          entry('settings', 'sliders-horizontal', texts.settings, texts.openSettings),
          entry('variables', 'variable', texts.variables, texts.variables),
        ]),
    entry('history', 'history', revisionTexts.history, historyName),
  ];
}
