import { type ComponentType, useEffect, useState } from 'react';
import * as texts from '../texts/look.ts';
import classes from './lazily.module.css';

/**
 * Loads a component when it is first shown, for what most people do not open most of the time.
 *
 * When it can not be loaded, that is said in its place. React's own `lazy` would take away the whole page: while the
 * service is away, opening a tab would close the editor. A browser remembers that a script could not be loaded, so only
 * loading the page again helps, which loses nothing.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const known: { component?: ComponentType<Props> } = {};
  return function Lazily(props: Props) {
    const [Loaded, setLoaded] = useState(() => known.component);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        component => {
          known.component = component;
          setLoaded(() => component);
        },
        () => setFailed(true),
      );
    }, [Loaded]);
    if (Loaded) return <Loaded {...props} />;
    return (
      hasFailed && (
        <p className={classes.problem} role="alert">
          {texts.partNotLoaded}{' '}
          <button type="button" className={classes.reload} onClick={() => location.reload()}>
            {texts.reloadPage}
          </button>
        </p>
      )
    );
  };
}
