import type { ComponentProps } from 'react';

/** The head of a column of a table. */
export function ColumnHead(props: ComponentProps<'th'>) {
  return <th scope="col" {...props} />;
}
