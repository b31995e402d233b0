/** A connector from the OpenAPI description of an API. */

import { useState } from 'react';
import { CONNECTOR_CHANGES, createConnector, type DocumentSource, type Preview } from '../api/connectors.ts';
import { OwnerSection } from '../connection-parts/owner.tsx';
import { SaveBar } from '../look/page/save-bar.tsx';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import { beginAccess, hostsOfUrl, isName, toName } from './access-form.ts';
import { AccessSection } from './access-section.tsx';
import { DocumentSection } from './document-section.tsx';
import { FoundSection } from './found-section.tsx';
import { NameSection } from './name-fields.tsx';
import { useCreation } from './use-creation.ts';

/** A description that was read, and where it was read from. */
interface Read {
  source: DocumentSource;
  preview: Preview;
}

export function FromDocument() {
  const [read, setRead] = useState<Read>();
  const [baseUrl, setBaseUrl] = useState('');
  const [tags, setTags] = useState<readonly string[]>([]);
  const hosts = hostsOfUrl(baseUrl);
  const { form, change, access, missingAccess, missingFields, error, bar, create } = useCreation({
    schemes: read?.preview.security ?? [],
    hosts,
    changes: CONNECTOR_CHANGES,
    path: '/connectors',
    created: texts.created,
  });

  const begin = (source: DocumentSource, preview: Preview) => {
    setRead({ source, preview });
    change({
      name: toName(preview.title),
      title: preview.title.slice(0, 200),
      access: beginAccess(preview.security),
    });
    setBaseUrl(preview.base_url ?? '');
    setTags([]);
  };
  const missing = [
    ...(isName(form.name) ? [] : [words.name]),
    ...(hosts.length === 0 ? [words.baseUrl] : []),
    ...missingAccess,
    ...missingFields,
  ];

  async function save() {
    if (!read) return;
    await create(shared =>
      createConnector({
        ...read.source,
        ...shared,
        ...(baseUrl.trim() !== (read.preview.base_url ?? '') && { base_url: baseUrl.trim() }),
        ...(tags.length > 0 && { enable: { tags: [...tags] } }),
      }),
    );
  }

  return (
    <>
      <DocumentSection onRead={begin} />
      {read && (
        <>
          <NameSection form={form} error={error} onChange={change} />
          <FoundSection preview={read.preview} baseUrl={baseUrl} tags={tags} onBaseUrl={setBaseUrl} onTags={setTags} />
          <AccessSection {...access} />
          <OwnerSection owner={form.owner} onChange={owner => change({ owner })} />
        </>
      )}
      <SaveBar
        {...bar}
        hasChanged={read !== undefined && bar.hasChanged}
        note={missing.length > 0 ? words.stillMissing(missing) : ''}
        canSave={missing.length === 0}
        onSave={() => void save()}
      />
    </>
  );
}
