/** Makes a connector: from the gallery, from the description of an API, or from an MCP server. */
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { Icon } from '../look/icons.tsx';
import { PageHeader } from '../look/page-header.tsx';
import tabs from '../look/tabs.module.css';
import { connectors as listTexts, newConnector as texts } from '../texts/connectors.ts';
import { FromDocument } from './from-document.tsx';
import { FromGallery } from './from-gallery.tsx';
import { FromServer } from './from-server.tsx';
import { readNewConnectorSearch, STARTS } from './search.ts';

export function NewConnectorPage() {
  const { from = 'gallery' } = readNewConnectorSearch({ ...useSearch({ from: '/shell/connectors/new' }) });
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <Button
            component={Link}
            to="/connectors"
            variant="subtle"
            color="gray"
            leftSection={<Icon name="arrow-left" />}
          >
            {listTexts.all}
          </Button>
        }
      />
      <nav className={tabs.tabs} aria-label={texts.label}>
        {STARTS.map(start => (
          <Link
            key={start}
            to="/connectors/new"
            search={start === 'gallery' ? {} : { from: start }}
            className={tabs.tab}
            // Without it, the address of the first is a part of the others, and two would be the present one.
            activeOptions={{ exact: true }}
            aria-current={start === from ? 'page' : undefined}
          >
            {texts.starts[start]}
          </Link>
        ))}
      </nav>
      {from === 'gallery' && <FromGallery />}
      {from === 'document' && <FromDocument />}
      {from === 'mcp' && <FromServer />}
    </>
  );
}
