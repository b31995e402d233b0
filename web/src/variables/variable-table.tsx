import { Link } from '@tanstack/react-router';
import type { Variable } from '../api/variables.ts';
import classes from '../connection-parts/list.module.css';
import { useOwnerNames } from '../connection-parts/owner.tsx';
import { toLine } from '../connection-parts/variable-values.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import link from '../look/lists/row-link.module.css';
import table from '../look/lists/table.module.css';
import { Time } from '../look/time.tsx';
import * as words from '../texts/common.ts';
import { variables as texts } from '../texts/variables.ts';
import type { VariablesSearch } from './search.ts';

interface VariableTableProps {
  variables: readonly Variable[];
  search: VariablesSearch;
}

export function VariableTable({ variables, search }: VariableTableProps) {
  const ownerOf = useOwnerNames(variables.map(({ owner }) => owner));
  return (
    <table className={table.table} aria-label={words.variables}>
      <thead>
        <tr>
          <ColumnHead>{words.name}</ColumnHead>
          <ColumnHead>{words.value}</ColumnHead>
          <ColumnHead className={classes.state}>{words.type}</ColumnHead>
          <ColumnHead className={classes.owner}>{words.owner}</ColumnHead>
          <ColumnHead className={classes.time}>{words.changed}</ColumnHead>
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
