/** The kinds of credentials to choose from. */
import { Link, useSearch } from '@tanstack/react-router';
import type { KindDescription } from '../api/credentials.ts';
import { KindIcon } from '../forms/pickers/kind-icon.tsx';
import { newCredential as texts } from '../texts/credentials.ts';
import classes from './kind-cards.module.css';

export function KindCards({ kinds }: { kinds: readonly KindDescription[] }) {
  const search = useSearch({ from: '/shell/credentials/new' });
  return (
    <section className={classes.choice} aria-label={texts.chooseTitle}>
      <h2>{texts.chooseTitle}</h2>
      <p className="dim">{texts.chooseText}</p>
      <ul className={classes.cards}>
        {kinds.map(({ kind, title, description }) => (
          <li key={kind}>
            <Link to="/credentials/new" search={{ ...search, kind }} className={classes.card}>
              <KindIcon kind={kind} size={20} />
              <span>
                <strong className="block medium">{title}</strong>
                <span className="small dim">{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
