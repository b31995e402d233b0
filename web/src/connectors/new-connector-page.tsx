import { useSearch } from '@tanstack/react-router';
import { LinkButton } from '../look/inputs/link-button.tsx';
import { PageHeader } from '../look/page/page-header.tsx';
import { PageTabs } from '../look/page/page-tabs.tsx';
import * as words from '../texts/common.ts';
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
        title={words.newConnector}
        actions={
          <LinkButton to="/connectors" isBack>
            {listTexts.all}
          </LinkButton>
        }
      />
      <PageTabs
        label={texts.label}
        tabs={STARTS}
        current={from}
        words={texts.starts}
        linkOf={start => ({ to: '/connectors/new', search: start === 'gallery' ? {} : { from: start } })}
      />
      {from === 'gallery' && <FromGallery />}
      {from === 'document' && <FromDocument />}
      {from === 'mcp' && <FromServer />}
    </>
  );
}
