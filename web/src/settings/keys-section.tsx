import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { summarizeScopes } from '../administration-parts/scopes.ts';
import { type ApiKey, deleteKey, keysQuery, updateKey } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Section } from '../look/page/section.tsx';
import { sentence } from '../look/sentence.ts';
import { EmptyState } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { Problem } from '../look/states/problem.tsx';
import { Time } from '../look/time.tsx';
import { useAction } from '../look/use-action.ts';
import * as texts from '../texts/settings.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import classes from './settings.module.css';

export function KeysSection() {
  const { user } = useSession();
  const { data: keys, error, refetch } = useQuery(keysQuery(user.id));
  const [isCreating, setCreating] = useState(false);
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
        <ul className="box">
          {keys.map(key => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <NewKeyDialog opened={isCreating} onClose={() => setCreating(false)} />
    </Section>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, scopes, enabled, created_at, last_used_at } = apiKey;
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const changes = [keysQuery(apiKey.user_id).queryKey];
  const { problem, perform } = useAction({ changes });
  const close = () => setDialog(undefined);
  return (
    <li className={classes.row} data-off={!enabled || undefined}>
      <div className={classes.what}>
        <div className={classes.name}>
          {name}
          {!enabled && <span className="tag">{texts.disabledInText}</span>}
        </div>
        <div className={classes.detail}>{summarizeScopes(scopes)}</div>
        <Problem>{problem}</Problem>
      </div>
      <div className={classes.used}>
        {last_used_at === null ? texts.neverUsed : sentence(texts.usedAt, <Time at={last_used_at} />)}
        {' · '}
        {sentence(texts.madeAt, <Time at={created_at} />)}
      </div>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <IconButton icon="ellipsis" label={texts.changeKey(name)} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => setDialog('rename')}>
            {texts.rename}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="power" />}
            onClick={() => perform(() => updateKey(id, { enabled: !enabled }))}
          >
            {enabled ? texts.disable : texts.enable}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash-2" />} color="var(--failed)" onClick={() => setDialog('delete')}>
            {texts.deleteAction}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameKeyDialog apiKey={apiKey} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={texts.deleteKeyQuestion(name)}
        action={texts.deleteKey}
        danger
        changes={changes}
        onConfirm={() => deleteKey(id)}
        onClose={close}
      >
        {texts.programsUseRefusedNow}
      </ConfirmDialog>
    </li>
  );
}
