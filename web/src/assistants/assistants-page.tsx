/** The assistants that the user made or that are shared. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Assistant, assistantsQuery } from '../api/assistants.ts';
import { usePeopleNames } from '../api/people.ts';
import { useSession } from '../api/session.ts';
import { Icon } from '../look/icons.tsx';
import { ColumnHead } from '../look/lists/column-head.tsx';
import link from '../look/lists/row-link.module.css';
import { SearchField } from '../look/lists/search-field.tsx';
import table from '../look/lists/table.module.css';
import { PageHeader } from '../look/page/page-header.tsx';
import { EmptyState, NothingFits } from '../look/states/empty-state.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { ListPlaceholder } from '../look/states/list-placeholder.tsx';
import { Time } from '../look/time.tsx';
import { assistants as texts } from '../texts/assistants.ts';
import classes from './assistants-page.module.css';
import { filterAssistants, readAssistantsSearch } from './search.ts';

const CURL = `curl "$HEDDLE_URL/api/v3/assistant/create" -H "uni-api-key: $KEY" -d '{"name": "Helper", "instructions": "Be brief."}'`;

export function AssistantsPage() {
  const { text = '' } = readAssistantsSearch({ ...useSearch({ from: '/shell/assistants' }) });
  const navigate = useNavigate({ from: '/assistants' });
  const { data, error, refetch } = useQuery(assistantsQuery);
  const onSearch = useCallback(
    (next: string) => void navigate({ search: next === '' ? {} : { text: next }, replace: true }),
    [navigate],
  );
  const shown = data && filterAssistants(data, text);
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <Button component={Link} to="/chat" variant="default" leftSection={<Icon name="message-square" />}>
              {texts.backToChat}
            </Button>
            <NewButton />
          </>
        }
      >
        <SearchField
          text={text}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          className={classes.search}
          onChange={onSearch}
        />
      </PageHeader>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <EmptyState icon="bot" title={texts.emptyTitle} text={texts.emptyText} action={<NewButton />} curl={CURL} />
      ) : shown?.length === 0 ? (
        <NothingFits
          title={texts.nothingFits}
          text={texts.nothingFitsText}
          action={texts.showAll}
          onReset={() => onSearch('')}
        />
      ) : shown ? (
        <AssistantTable assistants={shown} />
      ) : (
        <ListPlaceholder />
      )}
    </>
  );
}

function NewButton() {
  return (
    <Button
      renderRoot={props => <Link {...props} to="/assistants/$assistantId" params={{ assistantId: 'new' }} />}
      leftSection={<Icon name="plus" />}
    >
      {texts.newAssistant}
    </Button>
  );
}

function AssistantTable({ assistants }: { assistants: readonly Assistant[] }) {
  const { user } = useSession();
  const nameOf = usePeopleNames(assistants.map(({ created }) => created.user_id));
  return (
    <table className={table.table} aria-label={texts.table}>
      <thead>
        <tr>
          <ColumnHead>{texts.name}</ColumnHead>
          <ColumnHead className={classes.model}>{texts.model}</ColumnHead>
          <ColumnHead className={classes.tools}>{texts.tools}</ColumnHead>
          <ColumnHead className={classes.owner}>{texts.owner}</ColumnHead>
          <ColumnHead className={classes.changed}>{texts.changed}</ColumnHead>
          <td className={classes.chat} />
        </tr>
      </thead>
      <tbody>
        {assistants.map(({ id, name, description, model, tools, created, updated }) => (
          <tr key={id}>
            <th scope="row">
              <Link to="/assistants/$assistantId" params={{ assistantId: id }} className={`${link.link} ${table.name}`}>
                <bdi>{name}</bdi>
              </Link>
              {description !== '' && <bdi className={`${table.description} ${classes.description}`}>{description}</bdi>}
            </th>
            <td className={classes.model}>{model ?? <span className="dim">{texts.defaultModel}</span>}</td>
            <td className={classes.tools}>{tools.length}</td>
            <td className={classes.owner}>
              <bdi>{created.user_id === user.id ? texts.you : nameOf(created.user_id)}</bdi>
            </td>
            <td className={classes.changed}>
              <Time at={updated.timestamp} />
            </td>
            <td className={classes.chat}>
              <Button
                className={link.above}
                size="compact-sm"
                variant="default"
                aria-label={texts.chatWith(name)}
                renderRoot={props => <Link {...props} to="/chat" search={{ assistant: id }} />}
              >
                {texts.chat}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
