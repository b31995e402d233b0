import { Link, type LinkProps } from '@tanstack/react-router';
import { showChosen } from '../show-chosen.ts';
import classes from './tabs.module.css';

interface PageTabsProps<Tab extends string> {
  label: string;
  tabs: readonly Tab[];
  current: Tab;
  words: Readonly<Record<Tab, string>>;
  linkOf(tab: Tab): Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** The tabs under the head of a page, which lead to the pages beside it. */
export function PageTabs<Tab extends string>({ label, tabs, current, words, linkOf }: PageTabsProps<Tab>) {
  return (
    <nav ref={showChosen} className={classes.tabs} aria-label={label}>
      {tabs.map(tab => (
        <Link
          key={tab}
          {...linkOf(tab)}
          className={classes.tab}
          // Without it, an address that is a part of another would make two of them the present one.
          activeOptions={{ exact: true }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {words[tab]}
        </Link>
      ))}
    </nav>
  );
}
