/** A connector from the gallery: choosing a service and pasting its key is enough. */

import { Anchor, Button, Loader, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { CONNECTOR_CHANGES, createConnector } from '../api/connectors.ts';
import { type GalleryEntry, galleryQuery } from '../api/gallery.ts';
import { OwnerSection } from '../connection-parts/owner.tsx';
import { Icon } from '../look/icons.tsx';
import { SearchField } from '../look/lists/search-field.tsx';
import { SaveBar } from '../look/page/save-bar.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import { beginAccess, hostsOfUrl, isName, toName } from './access-form.ts';
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
              <strong className="medium">{title}</strong>
              <span className="small dim">{description}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/connectors/new" search={{ from: 'document' }} className={classes.card}>
            <strong className="medium">{texts.anotherService}</strong>
            <span className="small dim">
              {found.length === 0 ? `${texts.nothingFits} ${texts.useDescription}` : texts.useDescription}
            </span>
          </Link>
        </li>
      </ul>
    </div>
  );
}

function FromEntry({ entry }: { entry: GalleryEntry }) {
  const [schemes] = useState(() => [{ ...entry.credential, description: '' }]);
  const [baseUrl, setBaseUrl] = useState(entry.base_url ?? '');
  // Some services have an address for each customer, so nobody else knows where the credential may go.
  const isOwnAddress = entry.base_url === null && entry.credential.hosts.length === 0;
  const hosts = isOwnAddress ? hostsOfUrl(baseUrl) : entry.credential.hosts;
  const { form, change, access, missingAccess, missingFields, error, bar, create } = useCreation({
    start: { name: toName(entry.slug), title: entry.title, access: beginAccess(schemes) },
    schemes,
    hosts,
    changes: CONNECTOR_CHANGES,
    path: '/connectors',
    created: texts.created,
  });
  const missing = [
    ...(isName(form.name) ? [] : [words.name]),
    ...(isOwnAddress && hosts.length === 0 ? [words.baseUrl] : []),
    ...missingAccess,
    ...missingFields,
  ];
  const save = () =>
    create(shared =>
      createConnector({
        gallery: entry.slug,
        title: entry.title,
        ...(baseUrl.trim() !== (entry.base_url ?? '') && { base_url: baseUrl.trim() }),
        ...shared,
      }),
    );

  return (
    <>
      <AccessSection
        {...access}
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
      <NameSection form={form} error={error} onChange={change}>
        {entry.base_url === null && (
          <TextInput
            label={words.baseUrl}
            description={isOwnAddress ? texts.ownAddress : texts.documentAddress}
            type="url"
            value={baseUrl}
            required={isOwnAddress}
            spellCheck={false}
            onChange={event => setBaseUrl(event.currentTarget.value)}
          />
        )}
      </NameSection>
      <OwnerSection owner={form.owner} onChange={owner => change({ owner })} />
      <SaveBar
        {...bar}
        isUntouched={form.access.choice === 'new' && Object.keys(form.access.values).length === 0}
        note={missing.length > 0 ? words.stillMissing(missing) : texts.ready}
        canSave={missing.length === 0}
        onSave={() => void save()}
      />
    </>
  );
}
