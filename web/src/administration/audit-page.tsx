/** Who changed what. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { AdministrationHeader, forAdministrators } from '../administration-parts/administration-header.tsx';
import { auditQuery } from '../api/audit.ts';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { audit as texts } from '../texts/audit.ts';
import { AuditDetails } from './audit-details.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { AuditList } from './audit-list.tsx';
import { ExportMenu } from './export-menu.tsx';
import { type AuditChanges, readAuditSearch, toAuditFilters } from './search.ts';
import { Split } from './split.tsx';

export const AuditPage = forAdministrators(Audit);

function Audit() {
  const raw = useSearch({ from: '/shell/administration/audit' });
  const { event: chosen, ...search } = readAuditSearch({ ...raw });
  const key = JSON.stringify(search);
  const navigate = useNavigate({ from: '/administration/audit' });
  // The list ends when its filters were chosen: its pages do not shift while new entries come.
  const [readAt, setReadAt] = useState(() => Date.now());
  const [known, setKnown] = useState(key);
  if (known !== key) {
    setKnown(key);
    setReadAt(Date.now());
  }
  const filters = useMemo(() => toAuditFilters(JSON.parse(key), readAt), [key, readAt]);
  const list = useInfiniteQuery(auditQuery(filters));
  const events = useMemo(() => list.data?.pages.flat(), [list.data]);
  const setSearch = useCallback(
    (changes: AuditChanges) => void navigate({ search: old => readAuditSearch({ ...old, ...changes }), replace: true }),
    [navigate],
  );
  const event = events?.find(({ id }) => id === chosen);
  const close = () => setSearch({ event: undefined });
  return (
    <div className="column h-full min-h-0">
      <AdministrationHeader
        tab="audit"
        actions={
          <>
            <IconButton
              icon="refresh-cw"
              label={texts.refresh}
              hint
              variant="default"
              loading={list.isLoading}
              onClick={() => setReadAt(Date.now())}
            />
            <ExportMenu filters={filters} />
          </>
        }
      >
        <AuditFilterBar search={search} onChange={setSearch} />
      </AdministrationHeader>
      <Split
        label={texts.entry}
        onClose={close}
        panel={event && <AuditDetails event={event} onFilter={setSearch} onClose={close} />}
      >
        <AuditList
          list={list}
          events={events}
          search={search}
          chosen={chosen}
          onChoose={id => setSearch({ event: id })}
          onReset={() => void navigate({ search: {}, replace: true })}
        />
      </Split>
    </div>
  );
}
