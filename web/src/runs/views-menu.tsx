import { Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createView, deleteView, SAVED_VIEWS, type SavedView, savedViewsQuery } from '../api/runs.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/runs.ts';
import { isFiltered, parseSearch, type RunsSearch, writeSearch } from './search.ts';
import classes from './views-menu.module.css';

interface ViewsMenuProps {
  search: RunsSearch;
  onChange(search: RunsSearch): void;
}

/** The views that the user saved, on every machine the same. */
export function ViewsMenu({ search, onChange }: ViewsMenuProps) {
  const { data: views = [] } = useQuery(savedViewsQuery('runs'));
  const [isSaving, setSaving] = useState(false);
  const current = views.find(view => writeSearch(parseSearch(view.search)) === writeSearch(search));
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron-down" size={14} />}>
            {current?.name ?? texts.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onChange({})}>{texts.allRuns}</Menu.Item>
          {views.map(view => (
            <Menu.Item
              key={view.id}
              leftSection={view === current ? <Icon name="check" size={14} /> : undefined}
              onClick={() => onChange(parseSearch(view.search))}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="plus" size={14} />}
            disabled={!isFiltered(search) && views.length === 0}
            onClick={() => setSaving(true)}
          >
            {texts.saveManageViews}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSaving && <ViewsDialog search={search} views={views} onClose={() => setSaving(false)} />}
    </>
  );
}

interface ViewsDialogProps {
  search: RunsSearch;
  views: readonly SavedView[];
  onClose(): void;
}

function ViewsDialog({ search, views, onClose }: ViewsDialogProps) {
  const [name, setName] = useState('');
  const { isBusy, problem, perform } = useAction({ changes: [SAVED_VIEWS] });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    const view = { name: name.trim(), page: 'runs', search: writeSearch(search) } as const;
    if (await perform(() => createView(view))) onClose();
  }

  return (
    <Modal opened onClose={onClose} title={texts.savedViews}>
      {isFiltered(search) && (
        <form onSubmit={save}>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              className="flex-1"
              label={texts.namePresentFilters}
              value={name}
              maxLength={200}
              onChange={event => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              {texts.save}
            </Button>
          </Group>
        </form>
      )}
      <Problem>{problem}</Problem>
      {views.length > 0 && (
        <ul className={classes.views}>
          {views.map(view => (
            <li key={view.id} className="row justify-between gap-8 line-below">
              <span className="truncate">{view.name}</span>
              <IconButton
                icon="trash-2"
                label={texts.deleteView(view.name)}
                disabled={isBusy}
                onClick={() => perform(() => deleteView(view.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
