/** The list of workflows. */

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import {
  activateWorkflow,
  type ExportDocument,
  exportWorkflow,
  WORKFLOW_LISTS,
  type WorkflowSummary,
  workflowListQuery,
} from '../api/workflows.ts';
import { Icon } from '../look/icons.tsx';
import { DropZone } from '../look/inputs/drop-zone.tsx';
import { FileButton } from '../look/inputs/file-button.tsx';
import { usePageActions } from '../look/page/page-actions.ts';
import { PageHeader } from '../look/page/page-header.tsx';
import { PagedList } from '../look/page/pages.tsx';
import { saveBlob } from '../look/save-blob.ts';
import { EmptyState, NothingFits } from '../look/states/empty-state.tsx';
import * as texts from '../texts/workflows.ts';
import { tour, useTour } from '../tour/tour.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { toFile } from './documents.ts';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, PAGE_SIZE, readWorkflowsSearch, toListQuery, type WorkflowsSearch } from './search.ts';
import { notifyOfProblem, useBulkAction, useRefreshLists } from './use-changes.ts';
import { useEver, useFocusReturn } from './use-dialogs.ts';
import { useImport } from './use-import.ts';
import { useLiveList } from './use-live-list.ts';
import type { RowAction } from './workflow-row.tsx';
import { WorkflowTable } from './workflow-table.tsx';
import classes from './workflows-page.module.css';

/** What a dialog is open for. */
type Opened =
  | { dialog: 'none' }
  | { dialog: 'create' }
  | { dialog: 'share' | 'delete' | 'copy'; workflows: readonly WorkflowSummary[] };

const NOTHING: Opened = { dialog: 'none' };
const NO_WORKFLOWS: readonly WorkflowSummary[] = [];

export function WorkflowsPage() {
  // The router leaves in what its check has left out, so that is read once more.
  const search = readWorkflowsSearch({ ...useSearch({ from: '/shell/workflows' }) });
  const navigate = useNavigate({ from: '/workflows' });
  const mayWrite = useMayWrite();
  const list = useQuery(workflowListQuery(toListQuery(search)));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened>(NOTHING);
  const setOpener = useFocusReturn(opened.dialog !== 'none');
  const importFiles = useImport();
  const { exportAll, activate, turn } = useListActions();
  useLiveList();

  const items = list.data?.items;
  // What is not on the page any more is not selected: nobody could see what an action would do.
  const chosen = useMemo(() => (items ?? []).filter(({ id }) => selected.has(id)), [items, selected]);
  const setSearch = useCallback(
    (next: WorkflowsSearch) => {
      void navigate({ search: next, replace: true });
      setSelected(new Set());
    },
    [navigate],
  );

  function open(next: Opened, opener: Element | null = document.activeElement) {
    setOpener(opener);
    setOpened(next);
  }

  function actOnRow(workflow: WorkflowSummary, action: RowAction, opener: Element | null) {
    if (action === 'export') void exportAll([workflow]);
    else open({ dialog: action, workflows: [workflow] }, opener);
  }

  function actOnSelected(action: BulkAction, workflows: readonly WorkflowSummary[]) {
    if (action === 'export') void exportAll(workflows);
    else if (action === 'on' || action === 'off') void turn(workflows, action === 'on');
    else open({ dialog: action, workflows });
  }

  usePageActions(mayWrite ? [{ label: texts.newWorkflow, run: () => open({ dialog: 'create' }) }] : []);

  return (
    <DropZone
      className={classes.zone}
      isEnabled={mayWrite}
      icon="import"
      label={texts.dropImport}
      onDrop={({ dataTransfer }) => void importFiles([...dataTransfer.files])}
    >
      <PageHeader
        title={texts.workflows}
        actions={mayWrite && <HeaderActions onFiles={importFiles} onCreate={() => open({ dialog: 'create' })} />}
      >
        <FilterBar search={search} onChange={setSearch} />
      </PageHeader>
      <PagedList
        query={list}
        page={search.page}
        pageSize={PAGE_SIZE}
        empty={<Nothing search={search} mayWrite={mayWrite} onReset={() => setSearch({})} />}
        onPage={page => setSearch({ ...search, page })}
      >
        {workflows => (
          <WorkflowTable
            workflows={workflows}
            mayWrite={mayWrite}
            selected={selected}
            onSelect={setSelected}
            onActivate={activate}
            onAction={actOnRow}
          />
        )}
      </PagedList>
      {chosen.length > 0 && (
        <BulkBar
          workflows={chosen}
          mayWrite={mayWrite}
          onAction={actOnSelected}
          onClear={() => setSelected(new Set())}
        />
      )}
      <Dialogs opened={opened} onClose={() => setOpened(NOTHING)} />
    </DropZone>
  );
}

const ExampleList = lazy(() => import('./example-list.tsx').then(module => ({ default: module.ExampleList })));
const CreateDialog = lazy(() => import('./create-dialog.tsx').then(module => ({ default: module.CreateDialog })));
const CopyDialog = lazy(() => import('./copy-dialog.tsx').then(module => ({ default: module.CopyDialog })));
const ShareDialog = lazy(() => import('./share-dialog.tsx').then(module => ({ default: module.ShareDialog })));
const DeleteDialog = lazy(() => import('./delete-dialog.tsx').then(module => ({ default: module.DeleteDialog })));

/** Most visits need none of these, so each is loaded when it is first opened. */
function Dialogs({ opened, onClose }: { opened: Opened; onClose(): void }) {
  const { dialog } = opened;
  const workflowsFor = (wanted: Opened['dialog']) =>
    'workflows' in opened && dialog === wanted ? opened.workflows : NO_WORKFLOWS;
  const needs = {
    create: useEver(dialog === 'create'),
    copy: useEver(dialog === 'copy'),
    share: useEver(dialog === 'share'),
    delete: useEver(dialog === 'delete'),
  };
  return (
    <Suspense>
      {needs.create && <CreateDialog opened={dialog === 'create'} onClose={onClose} />}
      {needs.copy && <CopyDialog workflows={workflowsFor('copy')} onClose={onClose} />}
      {needs.share && <ShareDialog workflows={workflowsFor('share')} onClose={onClose} />}
      {needs.delete && <DeleteDialog workflows={workflowsFor('delete')} onClose={onClose} />}
    </Suspense>
  );
}

interface HeaderActionsProps {
  onFiles(files: File[]): Promise<void>;
  onCreate(): void;
}

function HeaderActions({ onFiles, onCreate }: HeaderActionsProps) {
  return (
    <>
      <FileButton onChange={files => void onFiles(files)} accept="application/json,.json" multiple>
        {props => (
          <Button {...props} variant="default" leftSection={<Icon name="import" />}>
            {texts.importAction}
          </Button>
        )}
      </FileButton>
      <Button leftSection={<Icon name="plus" />} onClick={onCreate} data-tour="new">
        {texts.newAction}
      </Button>
    </>
  );
}

function useListActions() {
  const queryClient = useQueryClient();
  const refresh = useRefreshLists();
  const act = useBulkAction();

  async function exportAll(workflows: readonly WorkflowSummary[]) {
    try {
      const documents: ExportDocument[] = [];
      for (const { id } of workflows) documents.push(await exportWorkflow(id));
      const { name, text } = toFile(documents);
      saveBlob(name, new Blob([text], { type: 'application/json' }));
    } catch (error) {
      notifyOfProblem(error);
    }
  }

  /** The switch moves at once, and back when the service refuses. */
  async function activate(workflow: WorkflowSummary, active: boolean) {
    const show = (shown: boolean) =>
      queryClient.setQueriesData<{ total: number; items: WorkflowSummary[] }>(
        { queryKey: WORKFLOW_LISTS },
        list =>
          list && {
            ...list,
            items: list.items.map(item => (item.id === workflow.id ? { ...item, active: shown } : item)),
          },
      );
    show(active);
    try {
      await activateWorkflow(workflow.id, active);
    } catch (error) {
      show(!active);
      notifyOfProblem(error);
    }
    await refresh();
  }

  const turn = (workflows: readonly WorkflowSummary[], active: boolean) =>
    act(workflows, ({ id }) => activateWorkflow(id, active), active ? texts.turnedOn : texts.turnedOff);

  return { exportAll, activate: (workflow: WorkflowSummary, active: boolean) => void activate(workflow, active), turn };
}

interface NothingProps {
  search: WorkflowsSearch;
  mayWrite: boolean;
  onReset(): void;
}

const CURL = `curl -X POST "$HEDDLE_URL/api/v3/workflow/create" -H "uni-api-key: $KEY" -d '{"name": "Orders"}'`;

/** Offered until it was begun; from then on it is in the menu of the account. */
function TourOffer() {
  return (
    <div className={classes.tour}>
      <p>{texts.tourText}</p>
      <Button leftSection={<Icon name="circle-play" />} onClick={tour.open}>
        {texts.takeTour}
      </Button>
    </div>
  );
}

/** An empty list says why it is empty, and what to do about it. */
function Nothing({ search, mayWrite, onReset }: NothingProps) {
  const touring = useTour();
  // It stays while the tour is shown, so that a second click hits nothing else.
  const isOffered = touring === undefined || touring.isShown;
  if (isFiltered(search) || search.page !== undefined) {
    return (
      <NothingFits
        title={texts.noWorkflowFits}
        text={texts.noWorkflowYouCan}
        action={texts.showAllWorkflows}
        onReset={onReset}
      />
    );
  }
  if (!mayWrite) {
    return <EmptyState icon="workflow" title={texts.nothingSharedYouYet} text={texts.workflowsOthersShareYou} />;
  }
  return (
    <div className={classes.start}>
      <EmptyState
        icon="workflow"
        title={texts.startExample}
        text={texts.workflowGraphStepsForm}
        action={
          <>
            {isOffered && <TourOffer />}
            <Suspense>
              <ExampleList most={6} />
            </Suspense>
          </>
        }
        curl={CURL}
      />
    </div>
  );
}
