/** A connection to an MCP server. */

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { createMcpServer, MCP_SERVER_CHANGES } from '../api/mcp-servers.ts';
import { OwnerSection } from '../connection-parts/owner.tsx';
import { SaveBar } from '../look/page/save-bar.tsx';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import { hostsOfUrl, isName, type Scheme, toName } from './access-form.ts';
import { AccessSection } from './access-section.tsx';
import { NameSection } from './name-fields.tsx';
import { useCreation } from './use-creation.ts';

/** Servers that do not ask people to sign in mostly have a token. */
const SCHEMES: readonly Scheme[] = [
  { kind: 'bearer', description: '', fields: {} },
  { kind: 'header', description: '', fields: {} },
];

export function FromServer() {
  const [url, setUrl] = useState('');
  const hosts = hostsOfUrl(url);
  const { form, change, access, missingAccess, error, bar, create } = useCreation({
    schemes: SCHEMES,
    hosts,
    changes: MCP_SERVER_CHANGES,
    path: '/connectors/mcp',
    created: texts.serverCreated,
  });
  const missing = [
    ...(hosts.length === 0 ? [texts.serverUrl] : []),
    ...(isName(form.name) ? [] : [words.name]),
    ...missingAccess,
  ];

  function changeUrl(next: string) {
    // The name follows the host until somebody types another one.
    change(({ name }) => (name === '' || name === suggestName(url) ? { name: suggestName(next) } : {}));
    setUrl(next);
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
      <NameSection form={form} error={error} onChange={change} />
      <AccessSection {...access} isServer />
      <OwnerSection owner={form.owner} onChange={owner => change({ owner })} />
      <SaveBar
        {...bar}
        isUntouched={url === ''}
        note={missing.length > 0 ? words.stillMissing(missing) : texts.ready}
        canSave={missing.length === 0}
        onSave={() => void create(shared => createMcpServer({ url: url.trim(), ...shared }))}
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
