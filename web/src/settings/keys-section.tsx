import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, deleteKey, keysQuery, updateKey } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { EmptyState } from '../look/empty-state.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { Icon } from '../look/icons.tsx';
import { Time } from '../look/time.tsx';
import { summarizeScopes } from '../texts/scopes.ts';
import * as texts from '../texts/settings.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { Problem, Section } from './section.tsx';
import classes from './settings.module.css';

export function KeysSection() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { data: keys, error, refetch } = useQuery(keysQuery(user.id));
  const [isCreating, setCreating] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey: keysQuery(user.id).queryKey });
  return (
    <Section
      title={texts.apiKeys}
      text={texts.programsUseKeyInstead}
      action={
        <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
          {texts.newKey}
        </Button>
      }
    >
      {error && !keys && <ErrorState error={error} onRetry={() => void refetch()} />}
      {keys?.length === 0 && <EmptyState icon="key" title={texts.noKeysYet} text={texts.keyLetsProgramDo} />}
      {keys && keys.length > 0 && (
        <ul className={classes.list}>
          {keys.map(key => (
            <KeyRow key={key.id} apiKey={key} onChanged={reload} />
          ))}
        </ul>
      )}
      <NewKeyDialog opened={isCreating} onClose={() => setCreating(false)} onCreated={reload} />
    </Section>
  );
}

function KeyRow({ apiKey, onChanged }: { apiKey: ApiKey; onChanged(): Promise<unknown> }) {
  const { id, name, scopes, enabled, created_at, last_used_at } = apiKey;
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const { problem, perform } = useAction();
  const close = () => setDialog(undefined);
  return (
    <li className={classes.row} data-off={!enabled || undefined}>
      <div className={classes.what}>
        <div className={classes.name}>
          {name}
          {!enabled && <span className={classes.tag}>{texts.disabled}</span>}
        </div>
        <div className={classes.detail}>{summarizeScopes(scopes)}</div>
        <Problem>{problem}</Problem>
      </div>
      <div className={classes.used}>
        {last_used_at === null ? (
          texts.neverUsed
        ) : (
          <>
            {texts.used} <Time at={last_used_at} />
          </>
        )}
        {texts.made} <Time at={created_at} />
      </div>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon aria-label={texts.changeKey(name)}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => setDialog('rename')}>
            {texts.rename}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="power" />}
            onClick={() =>
              perform(async () => {
                await updateKey(id, { enabled: !enabled });
                await onChanged();
              })
            }
          >
            {enabled ? texts.disable : texts.enable}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash-2" />} color="var(--failed)" onClick={() => setDialog('delete')}>
            {texts.deleteIt}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameKeyDialog apiKey={apiKey} onClose={close} onRenamed={onChanged} />}
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={texts.deleteKey(name)}
        action={texts.deleteKey2}
        danger
        onConfirm={async () => {
          await deleteKey(id);
          await onChanged();
        }}
        onClose={close}
      >
        {texts.programsUseRefusedNow}
      </ConfirmDialog>
    </li>
  );
}
