import { Link, useSearch } from '@tanstack/react-router';
import { LinkButton } from '../look/link-button.tsx';
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
          <LinkButton to="/connectors" isBack>
            {listTexts.all}
          </LinkButton>
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
