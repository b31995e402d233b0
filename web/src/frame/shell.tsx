/** The frame around every page: the rail with the areas of the console, and the account at its end. */
import { Menu, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onSessionEnd } from '../api/client.ts';
import { endSession, useSession } from '../api/session.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import { initials } from '../look/initials.ts';
import { lazily } from '../look/lazily.tsx';
import classes from './shell.module.css';

const GoTo = lazily(async () => (await import('./go-to.tsx')).GoTo);
const UploadTray = lazily(async () => (await import('../uploads/upload-tray.tsx')).UploadTray);
const SessionEnded = lazily(async () => (await import('../sign-in/session-ended.tsx')).SessionEnded);

interface Area {
  to: '/workflows' | '/runs' | '/approvals' | '/panels' | '/chat' | '/administration';
  label: string;
  icon: IconName;
}

const AREAS: readonly Area[] = [
  { to: '/workflows', label: 'Workflows', icon: 'workflow' },
  { to: '/runs', label: 'Runs', icon: 'activity' },
  { to: '/approvals', label: 'Approvals', icon: 'inbox' },
  { to: '/panels', label: 'Panels', icon: 'folder' },
  { to: '/chat', label: 'Chat', icon: 'message-square' },
];

export function Shell() {
  const { user } = useSession();
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  const [isGoing, setGoing] = useState(false);
  useHotkeys([['mod+K', () => setGoing(true)]], [], true);
  return (
    <div className={classes.shell}>
      {hasEnded && <SessionEnded user={user} onSignedIn={() => setEnded(false)} />}
      {isGoing && <GoTo onClose={() => setGoing(false)} />}
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <nav className={classes.rail} aria-label="Areas">
        <Link to="/workflows" className={classes.logo} aria-label="Heddle: all workflows">
          <img src="/favicon.svg" alt="" width={28} height={28} />
        </Link>
        {AREAS.map(area => (
          <RailLink key={area.to} area={area} />
        ))}
        <div className={classes.space} />
        <UnstyledButton className={classes.link} onClick={() => setGoing(true)}>
          <Icon name="search" size={20} />
          <span>Go to</span>
        </UnstyledButton>
        <Account />
      </nav>
      <main className={classes.content} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <UploadTray />
    </div>
  );
}

function RailLink({ area: { to, label, icon } }: { area: Area }) {
  const isHere = useRouterState({ select: ({ location }) => location.pathname.startsWith(to) });
  return (
    <Link to={to} className={classes.link} data-active={isHere || undefined} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      <span>{label}</span>
    </Link>
  );
}

function Account() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  async function signOut() {
    await endSession();
    await navigate({ to: '/sign-in', search: {} });
    queryClient.clear();
  }

  return (
    <Menu position="right-end" width={220}>
      <Menu.Target>
        <Tooltip label={user.name} position="right">
          <UnstyledButton className={classes.account} aria-label={`Account of ${user.name}`}>
            {initials(user.name)}
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item leftSection={<Icon name="user" />} component={Link} to="/settings/profile">
          Profile and keys
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="file-text" />} component="a" href="/docs">
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
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
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="log-out" />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const SCHEMES: readonly { value: 'auto' | 'light' | 'dark'; label: string; icon: IconName }[] = [
  { value: 'auto', label: 'As the system', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];
