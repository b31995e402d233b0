/** A connector from the gallery: choosing a service and pasting its key is enough. */

import { Anchor, Button, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { CONNECTOR_CHANGES, createConnector } from '../api/connectors.ts';
import { credentialKindsQuery } from '../api/credentials.ts';
import { type GalleryEntry, galleryQuery } from '../api/gallery.ts';
import { type ChosenOwner, OwnerSection } from '../connection-parts/owner.tsx';
import { ErrorState } from '../look/error-state.tsx';
import { Icon } from '../look/icons.tsx';
import { showNotice } from '../look/notices.tsx';
import { SaveBar } from '../look/save-bar.tsx';
import { SearchField } from '../look/search-field.tsx';
import { newConnector as texts } from '../texts/connectors.ts';
import { beginAccess, findMissingFields, hostsOfUrl, isName, toName } from './access-form.ts';
import { AccessSection } from './access-section.tsx';
import { listCategories, searchGallery } from './gallery.ts';
import { NameSection } from './name-fields.tsx';
import classes from './new-connector.module.css';
import { readNewConnectorSearch } from './search.ts';
import { ToggleChips } from './toggle-chips.tsx';
import { useCreation } from './use-creation.ts';

export function FromGallery() {
  const { api } = readNewConnectorSearch({ ...useSearch({ from: '/shell/connectors/new' }) });
  const { data: entries, error, refetch } = useQuery(galleryQuery);
  const entry = entries?.find(({ slug }) => slug === api);
  if (entry) return <FromEntry key={entry.slug} entry={entry} />;
  if (entries) return <Gallery entries={entries} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Loader size="sm" m="md" aria-label={texts.starts.gallery} />;
}

function Gallery({ entries }: { entries: readonly GalleryEntry[] }) {
  const { text = '' } = readNewConnectorSearch({ ...useSearch({ from: '/shell/connectors/new' }) });
  const navigate = useNavigate();
  const [category, setCategory] = useState<string>();
  const found = searchGallery(entries, text, category);
  const setText = useCallback(
    (typed: string) =>
      void navigate({ to: '/connectors/new', search: typed === '' ? {} : { text: typed }, replace: true }),
    [navigate],
  );
  return (
    <div className={classes.gallery}>
      <div className={classes.galleryHead}>
        <SearchField
          text={text}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          className={classes.search}
          onChange={setText}
        />
        <span className="dim">{texts.galleryText}</span>
      </div>
      <ToggleChips
        label={texts.categories}
        options={listCategories(entries).map(each => ({ value: each, label: texts.category(each) }))}
        chosen={category === undefined ? [] : [category]}
        onToggle={each => setCategory(each === category ? undefined : each)}
      />
      <ul className={classes.cards}>
        {found.map(({ slug, title, description }) => (
          <li key={slug}>
            <Link to="/connectors/new" search={{ api: slug }} className={classes.card}>
              <strong>{title}</strong>
              <span>{description}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/connectors/new" search={{ from: 'document' }} className={classes.card}>
            <strong>{texts.anotherService}</strong>
            <span>{found.length === 0 ? `${texts.nothingFits} ${texts.useDescription}` : texts.useDescription}</span>
          </Link>
        </li>
      </ul>
    </div>
  );
}

function FromEntry({ entry }: { entry: GalleryEntry }) {
  const navigate = useNavigate();
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const schemes = [{ ...entry.credential, description: '' }];
  const [name, setName] = useState(() => toName(entry.slug));
  const [title, setTitle] = useState(entry.title);
  const [baseUrl, setBaseUrl] = useState(entry.base_url ?? '');
  const [access, setAccess] = useState(() => beginAccess(schemes));
  const [owner, setOwner] = useState<ChosenOwner>({});
  const [isDone, setDone] = useState(false);
  const { run, isBusy, error, problem, note } = useCreation({ changes: CONNECTOR_CHANGES, onCredential: setAccess });
  // Some services have an address for each customer, so nobody else knows where the credential may go.
  const isOwnAddress = entry.base_url === null && entry.credential.hosts.length === 0;
  const hosts = isOwnAddress ? hostsOfUrl(baseUrl) : entry.credential.hosts;
  const [scheme] = schemes;
  const kind = kinds.find(each => each.kind === scheme?.kind);
  const missing = [
    ...(isName(name) ? [] : [texts.name]),
    ...(isOwnAddress && hosts.length === 0 ? [texts.baseUrl] : []),
    ...(access.choice === 'existing' && access.credentialId === null ? [texts.credential] : []),
    ...(access.choice === 'new' && scheme && kind ? findMissingFields(kind, scheme, access) : []),
  ];

  async function create() {
    await run(
      { name, access, schemes, hosts, owner },
      chosen =>
        createConnector({
          name,
          gallery: entry.slug,
          title: title.trim() || entry.title,
          ...(baseUrl.trim() !== (entry.base_url ?? '') && { base_url: baseUrl.trim() }),
          ...chosen,
          ...owner,
        }),
      ({ id, title: made }) => ({
        path: `/connectors/${id}`,
        go: () => {
          setDone(true);
          showNotice({ message: texts.created(made) });
          void navigate({ to: '/connectors/$connectorId', params: { connectorId: id }, ignoreBlocker: true });
        },
      }),
    );
  }

  return (
    <>
      <AccessSection
        form={access}
        schemes={schemes}
        hosts={hosts}
        onUpdate={setAccess}
        hint={entry.credential.hint}
        head={
          <div className={classes.chosen}>
            <span>
              <strong>{entry.title}</strong> <span className="dim">{entry.description}</span>
            </span>
            <span className={classes.links}>
              <Anchor href={entry.docs_url} target="_blank" rel="noopener noreferrer" size="sm">
                {texts.description} <Icon name="external-link" size={12} />
              </Anchor>
            </span>
            <Button
              renderRoot={props => <Link {...props} to="/connectors/new" search={{}} />}
              size="compact-sm"
              variant="default"
            >
              {texts.anotherService}
            </Button>
          </div>
        }
      />
      <NameSection name={name} title={title} error={error} onName={setName} onTitle={setTitle}>
        {entry.base_url === null && (
          <TextInput
            label={texts.baseUrl}
            description={isOwnAddress ? texts.ownAddress : texts.documentAddress}
            type="url"
            value={baseUrl}
            required={isOwnAddress}
            spellCheck={false}
            onChange={event => setBaseUrl(event.currentTarget.value)}
          />
        )}
      </NameSection>
      <OwnerSection owner={owner} onChange={setOwner} />
      <SaveBar
        hasChanged={!isDone}
        isUntouched={access.choice === 'new' && Object.keys(access.values).length === 0}
        isBusy={isBusy}
        problem={note === undefined || problem === undefined ? problem : `${problem}. ${note}`}
        note={missing.length > 0 ? texts.missing(missing) : texts.ready}
        canSave={missing.length === 0}
        action={texts.create}
        onSave={() => void create()}
      />
    </>
  );
}
