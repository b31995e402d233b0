import { Kbd } from '@mantine/core';
import classes from './key-list.module.css';

/** What keys do, below a title. */
export function KeyList({ title, keys }: { title: string; keys: readonly { keys: string; does: string }[] }) {
  return (
    <section className={classes.list}>
      <h3>{title}</h3>
      <dl>
        {keys.map(({ keys: combination, does }) => (
          <div key={`${combination} ${does}`}>
            <dt className="flex wrap items-start gap-2">
              {combination.split(' ').map(key => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd className="dim">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
