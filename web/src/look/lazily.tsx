import { type ComponentType, useEffect, useState } from 'react';
import * as texts from '../texts/look.ts';
import classes from './lazily.module.css';

/**
 * Loads a component when it is first shown, for what most people do not open most of the time.
 *
 * When it can not be loaded, the problem is shown in its place, with a way to try again. React's own `lazy` would take
 * away the whole page, and never try again: while the service is away, opening a tab would close the editor.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const known: { component?: ComponentType<Props> } = {};
  return function Lazily(props: Props) {
    const [Loaded, setLoaded] = useState(() => known.component);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded || hasFailed) return;
      load().then(
        component => {
          known.component = component;
          setLoaded(() => component);
        },
        () => setFailed(true),
      );
    }, [Loaded, hasFailed]);
    if (Loaded) return <Loaded {...props} />;
    return (
      hasFailed && (
        <p className={classes.problem} role="alert">
          {texts.partNotLoaded}{' '}
          <button type="button" className={classes.retry} onClick={() => setFailed(false)}>
            {texts.tryAgain}
          </button>
        </p>
      )
    );
  };
}
