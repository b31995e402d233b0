/** The frame around every page: the rail with the areas of the console, and the account at its end. */
import { UnstyledButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { countsQuery, noteCounts } from '../api/counts.ts';
import { useSession } from '../api/session.ts';
import { onSessionEnd } from '../api/transport/client.ts';
import { useLive } from '../api/transport/live.ts';
import { Icon } from '../look/icons.tsx';
import { lazily } from '../look/lazily.tsx';
import * as words from '../texts/common.ts';
import { frame as texts } from '../texts/frame.ts';
import { tour, useTour } from '../tour/tour.ts';
import { begun } from '../uploads/begun.ts';
import { AccountMenu } from './account-menu.tsx';
import { ADMINISTRATION, AREAS, type Area, NOTIFICATIONS, ON_PHONES } from './areas.ts';
import { findBarrier } from './barriers.ts';
import { NoWorkflowsPage } from './no-workflows-page.tsx';
import classes from './shell.module.css';
import { StaleNote } from './stale-note.tsx';
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts';
import { useHelpKey } from './use-help-key.ts';

const GoTo = lazily(async () => (await import('./go-to.tsx')).GoTo);
const KeyHelp = lazily(async () => (await import('./key-help.tsx')).KeyHelp);
const UploadTray = lazily(async () => (await import('../uploads/upload-tray.tsx')).UploadTray);
const SessionEnded = lazily(async () => (await import('../sign-in/session-ended.tsx')).SessionEnded);

const TourCard = lazily(async () => (await import('../tour/tour-card.tsx')).TourCard);

const PHONE = '(max-width: 700px)';

export function Shell() {
  const { user } = useSession();
  // The page that is shown, and not the one that is being opened: until that one is there, the outlet shows the former.
  const barrier = useMatches({ select: matches => findBarrier(matches.at(-1)?.pathname ?? '', user) });
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  const hasUploads = useSyncExternalStore(begun.subscribe, begun.read);
  const [inFront, setInFront] = useState<'go-to' | 'help'>();
  const goTo = () => setInFront('go-to');
  const help = () => setInFront('help');
  const close = () => setInFront(undefined);
  useHotkeys([['mod+K', goTo]], [], true);
  useHelpKey(help);
  useEffect(() => tour.switchTo(user.id), [user.id]);
  const isTouring = useTour()?.isShown === true;
  const content = useRef<HTMLElement>(null);
  useFocusAfterNavigation(content);
  return (
    <div className={classes.shell}>
      {hasEnded && <SessionEnded user={user} onSignedIn={() => setEnded(false)} />}
      {inFront === 'go-to' && <GoTo user={user} onClose={close} onHelp={help} />}
      {inFront === 'help' && <KeyHelp onClose={close} />}
      <a className={classes.skip} href="#content">
        {texts.skip}
      </a>
      {isTouring && <TourCard />}
      <Rail onGoTo={goTo} onHelp={help} />
      <main ref={content} className={classes.content} id="content" tabIndex={-1}>
        {barrier === 'workflows' ? <NoWorkflowsPage /> : <Outlet />}
      </main>
      <StaleNote />
      {hasUploads && <UploadTray />}
    </div>
  );
}

function Rail({ onGoTo, onHelp }: { onGoTo(): void; onHelp(): void }) {
  const { user } = useSession();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const queryClient = useQueryClient();
  const { data: counts } = useQuery(countsQuery);
  useLive(event => noteCounts(queryClient, event));
  const countOf = ({ counted }: Area) => (counted === undefined ? 0 : (counts?.[counted] ?? 0));
  // A phone has room for five: the others are in the menu at the end.
  const isOpen = ({ to }: Area) => findBarrier(to, user) === undefined;
  const areas = (isPhone ? ON_PHONES : AREAS).filter(isOpen);
  const others = [
    ...(isPhone ? AREAS.filter(area => !ON_PHONES.includes(area)) : []),
    ADMINISTRATION,
    NOTIFICATIONS,
  ].filter(isOpen);
  return (
    <nav className={classes.rail} aria-label={texts.areas}>
      <Link to="/" className={classes.logo} aria-label={texts.home}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
      </Link>
      {areas.map(area => (
        <RailLink key={area.to} area={area} count={countOf(area)} />
      ))}
      {!isPhone && (
        <>
          <div className={classes.space} />
          {others.map(area => (
            <RailLink key={area.to} area={area} count={countOf(area)} />
          ))}
          <UnstyledButton className={classes.link} onClick={onGoTo}>
            <Icon name="search" size={20} />
            <span>{words.goTo}</span>
          </UnstyledButton>
        </>
      )}
      <AccountMenu
        {...(isPhone && { more: { areas: others, countOf, onGoTo } })}
        onHelp={onHelp}
        hasNews={isPhone && (counts?.notifications ?? 0) > 0}
      />
    </nav>
  );
}

const COUNTED = { approvals: texts.waiting, failures: texts.assigned, notifications: texts.unread };

function RailLink({ area: { to, label, icon, counted, also = [] }, count }: { area: Area; count: number }) {
  const isHere = useRouterState({
    select: ({ location }) => [to, ...also].some(path => location.pathname.startsWith(path)),
  });
  return (
    <Link to={to} className={classes.link} data-active={isHere || undefined} aria-current={isHere ? 'page' : undefined}>
      <span className={classes.icon}>
        <Icon name={icon} size={20} />
        {count > 0 && (
          <span className={classes.count} aria-hidden>
            {texts.badge(count)}
          </span>
        )}
      </span>
      <span>{label}</span>
      {count > 0 && (
        <span className="visually-hidden">
          {', '}
          {COUNTED[counted ?? 'notifications'](count)}
        </span>
      )}
    </Link>
  );
}
