import { Link } from '@tanstack/react-router';
import type { Variable } from '../api/variables.ts';
import classes from '../connection-parts/list.module.css';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { toLine } from '../connection-parts/variable-values.ts';
import { ColumnHead } from '../look/column-head.tsx';
import link from '../look/row-link.module.css';
import table from '../look/table.module.css';
import { Time } from '../look/time.tsx';
import { variables as texts } from '../texts/variables.ts';
import type { VariablesSearch } from './search.ts';

interface VariableTableProps {
  variables: readonly Variable[];
  search: VariablesSearch;
}

export function VariableTable({ variables, search }: VariableTableProps) {
  const ownerOf = useOwnerNames(variables.map(({ owner }) => owner));
  return (
    <table className={table.table} aria-label={texts.table}>
      <thead>
        <tr>
          <ColumnHead>{texts.name}</ColumnHead>
          <ColumnHead>{texts.value}</ColumnHead>
          <ColumnHead className={classes.state}>{texts.type}</ColumnHead>
          <ColumnHead className={classes.owner}>{texts.owner}</ColumnHead>
          <ColumnHead className={classes.time}>{texts.changed}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {variables.map(variable => (
          <tr key={variable.id}>
            <th scope="row">
              <Link
                to="/variables"
                search={{ ...search, variable: variable.id }}
                className={`${link.link} ${table.name}`}
              >
                <bdi>{variable.name}</bdi>
              </Link>
              {variable.description !== '' && (
                <bdi className={`${table.description} ${classes.description}`}>{variable.description}</bdi>
              )}
            </th>
            <td className="mono">{toLine(variable.value)}</td>
            <td className={classes.state}>{texts.types[variable.type]}</td>
            <td className={classes.owner}>
              <bdi>{ownerOf(variable.owner)}</bdi>
            </td>
            <td className={classes.time}>
              <Time at={variable.updated.timestamp} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
