/** A connection to an MCP server. */

import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createMcpServer, MCP_SERVER_CHANGES } from '../api/mcp-servers.ts';
import { type ChosenOwner, OwnerSection } from '../connection-parts/owner.tsx';
import { showNotice } from '../look/notices.tsx';
import { SaveBar } from '../look/save-bar.tsx';
import { FormSection } from '../look/section.tsx';
import { newConnector as texts } from '../texts/connectors.ts';
import { hostsOfUrl, isName, NO_ACCESS, type Scheme, toName } from './access-form.ts';
import { AccessSection } from './access-section.tsx';
import { NameSection } from './name-fields.tsx';
import { useCreation } from './use-creation.ts';

/** Servers that do not ask people to sign in mostly have a token. */
const SCHEMES: readonly Scheme[] = [
  { kind: 'bearer', description: '', fields: {} },
  { kind: 'header', description: '', fields: {} },
];

export function FromServer() {
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [title, setTitle] = useState('');
  const [access, setAccess] = useState(NO_ACCESS);
  const [owner, setOwner] = useState<ChosenOwner>({});
  const [isDone, setDone] = useState(false);
  const { run, isBusy, error, problem, note } = useCreation({ changes: MCP_SERVER_CHANGES, onCredential: setAccess });
  const hosts = hostsOfUrl(url);
  const missing = [
    ...(hosts.length === 0 ? [texts.serverUrl] : []),
    ...(isName(name) ? [] : [texts.name]),
    ...(access.choice === 'existing' && access.credentialId === null ? [texts.credential] : []),
  ];

  function changeUrl(next: string) {
    // The name follows the host until somebody types another one.
    if (name === '' || name === suggestName(url)) setName(suggestName(next));
    setUrl(next);
  }

  async function create() {
    await run(
      { name, access, schemes: SCHEMES, hosts, owner },
      chosen =>
        createMcpServer({
          name,
          url: url.trim(),
          ...(title.trim() !== '' && { title: title.trim() }),
          ...chosen,
          ...owner,
        }),
      ({ id, title: made }) => ({
        path: `/connectors/mcp/${id}`,
        go: () => {
          setDone(true);
          showNotice({ message: texts.serverCreated(made) });
          void navigate({ to: '/connectors/mcp/$serverId', params: { serverId: id }, ignoreBlocker: true });
        },
      }),
    );
  }

  return (
    <>
      <FormSection title={texts.starts.mcp} text={texts.serverText}>
        <TextInput
          label={texts.serverUrl}
          type="url"
          placeholder={texts.serverPlaceholder}
          value={url}
          required
          spellCheck={false}
          onChange={event => changeUrl(event.currentTarget.value)}
        />
      </FormSection>
      <NameSection name={name} title={title} error={error} onName={setName} onTitle={setTitle} />
      <AccessSection form={access} schemes={SCHEMES} hosts={hosts} onUpdate={setAccess} isServer />
      <OwnerSection owner={owner} onChange={setOwner} />
      <SaveBar
        hasChanged={!isDone}
        isUntouched={url === ''}
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

/** `https://mcp.linear.app/sse` is probably called linear. */
function suggestName(url: string): string {
  const [host = ''] = hostsOfUrl(url);
  const labels = host
    .replace(/^http:\/\//, '')
    .replace(/:\d+$/, '')
    .split('.');
  const [word = ''] = labels.filter(label => !/^(www|mcp|api|app)$/.test(label));
  return toName(word);
}
