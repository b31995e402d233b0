/** Reads the description of an API again, and shows what would change before it does. */

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  applyRefresh,
  CONNECTOR_CHANGES,
  type ConnectorDetails,
  type DocumentSource,
  prepareRefresh,
  type Refresh,
} from '../api/connectors.ts';
import { Icon } from '../look/icons.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { connectorPage as texts } from '../texts/connectors.ts';
import classes from './connector-page.module.css';
import { DocumentFields } from './document-section.tsx';

export function RefreshButton({ connector }: { connector: ConnectorDetails }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="refresh-cw" />} onClick={() => setOpened(true)}>
        {words.refresh}
      </Button>
      <Modal opened={opened} onClose={close} title={texts.refreshTitle} size="lg">
        <RefreshForm connector={connector} onClose={close} />
      </Modal>
    </>
  );
}

function RefreshForm({ connector, onClose }: { connector: ConnectorDetails; onClose(): void }) {
  const [difference, setDifference] = useState<Refresh>();
  const { isBusy, problem, perform } = useAction({ changes: CONNECTOR_CHANGES });
  const { url } = connector.document;

  const read = (source: DocumentSource) =>
    perform(async () => setDifference(await prepareRefresh({ ...toRequest(source), id: connector.id })));
  async function apply(refreshId: string) {
    if (await perform(() => applyRefresh(connector.id, refreshId), texts.applied)) onClose();
  }

  return (
    <Stack gap="md">
      {difference ? (
        <Difference difference={difference} />
      ) : (
        <>
          <Text>{texts.refreshText}</Text>
          {url === null && connector.gallery === null ? (
            <DocumentFields isBusy={isBusy} problem={undefined} onSource={source => void read(source)} />
          ) : (
            url !== null && <Text className="break-anywhere">{texts.refreshFrom(url)}</Text>
          )}
        </>
      )}
      <Problem>{problem}</Problem>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        {difference ? (
          <Button loading={isBusy} onClick={() => void apply(difference.refresh_id)}>
            {words.apply}
          </Button>
        ) : (
          (url !== null || connector.gallery !== null) && (
            <Button loading={isBusy} onClick={() => void read({})}>
              {words.readThis}
            </Button>
          )
        )}
      </Group>
    </Stack>
  );
}

/** The gallery is no source of a refresh: it says where the description is when a connector is made. */
function toRequest({ gallery: _, ...source }: DocumentSource): Omit<DocumentSource, 'gallery'> {
  return source;
}

function Difference({ difference }: { difference: Refresh }) {
  const { added, removed, changed, unchanged, used } = difference;
  const isSame = added.length + removed.length + changed.length === 0;
  return (
    <div className={classes.difference}>
      {isSame && <p>{texts.same}</p>}
      {used.length > 0 && (
        <div className={classes.used} role="alert">
          <p>{texts.used}</p>
          <ul>
            {used.map(({ tool, workflow }) => (
              <li key={`${tool} ${workflow.id}`}>{texts.usedBy(tool, workflow.name)}</li>
            ))}
          </ul>
        </div>
      )}
      <Names title={texts.removed(removed.length)} mark="−" names={removed} />
      <Names title={texts.added(added.length)} mark="+" names={added} />
      <Names
        title={texts.changed(changed.length)}
        mark="±"
        names={changed.map(({ name, what }) => `${name}: ${what.map(part => texts.parts[part]).join(', ')}`)}
      />
      <p className="dim">{texts.unchanged(unchanged)}</p>
    </div>
  );
}

function Names({ title, mark, names }: { title: string; mark: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <details open={names.length <= 20}>
      <summary>{title}</summary>
      <ul>
        {names.map(name => (
          <li key={name} className="mono">
            {mark} {name}
          </li>
        ))}
      </ul>
    </details>
  );
}
