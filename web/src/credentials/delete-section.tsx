import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CREDENTIALS,
  type Credential,
  credentialQuery,
  credentialUsersQuery,
  deleteCredential,
} from '../api/credentials.ts';
import { ConfirmDialog } from '../look/confirm-dialog.tsx';
import { FormSection } from '../look/section.tsx';
import { credentialPage as texts } from '../texts/credentials.ts';

const SHOWN = 8;

/** Says what stops working before anything is deleted. */
export function DeleteSection({ credential: { id, name } }: { credential: Credential }) {
  const [isAsking, setAsking] = useState(false);
  const { data: users } = useQuery(credentialUsersQuery(id));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { workflows = [], connectors = [], mcp_servers = [] } = users ?? {};
  const names = [...new Set([...workflows, ...connectors, ...mcp_servers].map(each => each.name))];

  async function remove() {
    await deleteCredential(id);
    await navigate({ to: '/credentials', ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: credentialQuery(id).queryKey });
  }

  return (
    <FormSection title={texts.deleteSection} text={texts.deleteSectionText}>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.delete}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={texts.deleteTitle(name)}
        action={texts.delete}
        danger
        changes={[CREDENTIALS]}
        onConfirm={remove}
        done={texts.deleted(name)}
        onClose={() => setAsking(false)}
      >
        {names.length === 0 ? (
          texts.deleteNothing
        ) : (
          <>
            {texts.deleteStops}
            <ul>
              {names.slice(0, SHOWN).map(each => (
                <li key={each}>{each}</li>
              ))}
              {names.length > SHOWN && <li>{texts.deleteMore(names.length - SHOWN)}</li>}
            </ul>
            {texts.deleteLast}
          </>
        )}
      </ConfirmDialog>
    </FormSection>
  );
}
