/** A connector from the OpenAPI description of an API. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CONNECTOR_CHANGES,
  type ConnectorCreation,
  createConnector,
  type DocumentSource,
  type Preview,
} from '../api/connectors.ts';
import { credentialKindsQuery } from '../api/credentials.ts';
import { type ChosenOwner, OwnerSection } from '../connection-parts/owner.tsx';
import { showNotice } from '../look/notices.tsx';
import { SaveBar } from '../look/save-bar.tsx';
import { newConnector as texts } from '../texts/connectors.ts';
import {
  type AccessForm,
  beginAccess,
  findMissingFields,
  hostsOfUrl,
  isName,
  NO_ACCESS,
  toName,
} from './access-form.ts';
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
  const navigate = useNavigate();
  const { data: kinds = [] } = useQuery(credentialKindsQuery);
  const [read, setRead] = useState<Read>();
  const [name, setName] = useState('');
  const [title, setTitle] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [tags, setTags] = useState<readonly string[]>([]);
  const [access, setAccess] = useState<AccessForm>(NO_ACCESS);
  const [owner, setOwner] = useState<ChosenOwner>({});
  const [isDone, setDone] = useState(false);
  const { run, isBusy, error, problem, note } = useCreation({ changes: CONNECTOR_CHANGES, onCredential: setAccess });

  const begin = (source: DocumentSource, preview: Preview) => {
    setRead({ source, preview });
    setName(toName(preview.title));
    setTitle(preview.title.slice(0, 200));
    setBaseUrl(preview.base_url ?? '');
    setTags([]);
    setAccess(beginAccess(preview.security));
  };
  const schemes = read?.preview.security ?? [];
  const hosts = hostsOfUrl(baseUrl);
  const scheme = schemes[access.scheme];
  const kind = kinds.find(each => each.kind === scheme?.kind);
  const missing = [
    ...(isName(name) ? [] : [texts.name]),
    ...(hosts.length === 0 ? [texts.baseUrl] : []),
    ...(access.choice === 'existing' && access.credentialId === null ? [texts.credential] : []),
    ...(access.choice === 'new' && scheme && kind ? findMissingFields(kind, scheme, access) : []),
  ];

  async function create() {
    if (!read) return;
    await run(
      { name, access, schemes, hosts, owner },
      chosen => {
        const creation: ConnectorCreation = {
          ...read.source,
          name,
          ...chosen,
          ...owner,
          ...(title.trim() !== '' && { title: title.trim() }),
          ...(baseUrl.trim() !== (read.preview.base_url ?? '') && { base_url: baseUrl.trim() }),
          ...(tags.length > 0 && { enable: { tags: [...tags] } }),
        };
        return createConnector(creation);
      },
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
      <DocumentSection onRead={begin} />
      {read && (
        <>
          <NameSection name={name} title={title} error={error} onName={setName} onTitle={setTitle} />
          <FoundSection preview={read.preview} baseUrl={baseUrl} tags={tags} onBaseUrl={setBaseUrl} onTags={setTags} />
          <AccessSection form={access} schemes={schemes} hosts={hosts} onUpdate={setAccess} />
          <OwnerSection owner={owner} onChange={setOwner} />
        </>
      )}
      <SaveBar
        hasChanged={read !== undefined && !isDone}
        isBusy={isBusy}
        problem={note === undefined || problem === undefined ? problem : `${problem}. ${note}`}
        note={missing.length > 0 ? texts.missing(missing) : ''}
        canSave={missing.length === 0}
        action={texts.create}
        onSave={() => void create()}
      />
    </>
  );
}
