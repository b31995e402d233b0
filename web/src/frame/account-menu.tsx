/** The menu of the account. On a phone it also has what the rail has no room for. */
import { Menu, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { endSession, useMayWrite, useSession } from '../api/session.ts';
import { ApiError } from '../api/transport/client.ts';
import { explain } from '../look/explain.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { initials } from '../look/initials.ts';
import { showNotice } from '../look/states/notices.tsx';
import * as words from '../texts/common.ts';
import { frame as texts } from '../texts/frame.ts';
import { tour } from '../tour/tour.ts';
import type { Area } from './areas.ts';
import classes from './shell.module.css';

interface More {
  areas: readonly Area[];
  countOf(area: Area): number;
  onGoTo(): void;
}

interface AccountMenuProps {
  /** On phones. */
  more?: More;
  /** Whether something in the menu is new. */
  hasNews: boolean;
  onHelp(): void;
}

export function AccountMenu({ more, hasNews, onHelp }: AccountMenuProps) {
  const { user } = useSession();
  const mayWrite = useMayWrite();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function signOut() {
    try {
      await endSession();
    } catch (error) {
      // Without a session, there is nothing left to end.
      if (!(error instanceof ApiError) || error.status !== 401) {
        return showNotice({ failed: true, title: texts.notSignedOut, message: explain(error) });
      }
    }
    await navigate({ to: '/sign-in', search: {} });
    queryClient.clear();
  }

  return (
    <Menu position={more ? 'top-end' : 'right-end'} width={240}>
      <Menu.Target>
        {more ? (
          <UnstyledButton className={classes.link} aria-label={texts.account(user.name)}>
            <span className={classes.icon}>
              <Icon name="menu" size={20} />
              {hasNews && <span className={classes.news} />}
            </span>
            <span>{texts.more}</span>
          </UnstyledButton>
        ) : (
          <Tooltip label={user.name} position="right">
            <UnstyledButton className={classes.account} aria-label={texts.account(user.name)}>
              {initials(user.name)}
            </UnstyledButton>
          </Tooltip>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {more && <MoreItems {...more} />}
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} component={Link} to="/settings/profile">
          {words.profileAndKeys}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="file-text" />} component="a" href="/docs">
          {words.apiReference}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" />} onClick={onHelp}>
          {words.keys}
        </Menu.Item>
        {mayWrite && (
          <Menu.Item leftSection={<Icon name="circle-play" />} onClick={tour.open}>
            {texts.tour}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Schemes />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="log-out" />} onClick={signOut}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function MoreItems({ areas, countOf, onGoTo }: More) {
  return (
    <>
      {areas.map(area => (
        <Menu.Item
          key={area.to}
          component={Link}
          to={area.to}
          leftSection={<Icon name={area.icon} />}
          rightSection={countOf(area) > 0 && texts.badge(countOf(area))}
        >
          {area.longLabel ?? area.label}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<Icon name="search" />} onClick={onGoTo}>
        {words.goTo}
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}

const SCHEMES: readonly { value: 'auto' | 'light' | 'dark'; label: string; icon: IconName }[] = [
  { value: 'auto', label: texts.asSystem, icon: 'monitor' },
  { value: 'light', label: texts.light, icon: 'sun' },
  { value: 'dark', label: texts.dark, icon: 'moon' },
];

function Schemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{texts.colours}</Menu.Label>
      {SCHEMES.map(({ value, label, icon }) => (
        <Menu.Item
          key={value}
          role="menuitemradio"
          aria-checked={colorScheme === value}
          leftSection={<Icon name={icon} />}
          rightSection={colorScheme === value && <Icon name="check" />}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
