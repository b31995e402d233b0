import classes from './problem.module.css';

/** Says why something was not done, in the words of the API. Without a problem, it is nothing. */
export function Problem({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className={classes.problem} role="alert">
      {children}
    </p>
  );
}
