/** Passes one's part of an approval on to somebody else. */
import { Modal, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { APPROVALS, type Approval, approvalQuery, delegate } from '../api/approvals.ts';
import { peopleSearchQuery } from '../api/people.ts';
import { DialogButtons } from '../look/dialog-buttons.tsx';
import { useAction } from '../look/use-action.ts';
import { approvals as texts } from '../texts/approvals.ts';
import * as words from '../texts/common.ts';

interface DelegateDialogProps {
  approval: Approval;
  isOpen: boolean;
  onClose(): void;
}

export function DelegateDialog({ approval, isOpen, onClose }: DelegateDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.delegateTitle}>
      <DelegateForm approval={approval} onClose={onClose} />
    </Modal>
  );
}

function DelegateForm({ approval, onClose }: Omit<DelegateDialogProps, 'isOpen'>) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [userId, setUserId] = useState<string | null>(null);
  const [searched] = useDebouncedValue(text, 150);
  const { data: people = [] } = useQuery(peopleSearchQuery(searched));
  const { isBusy, problem, perform, dismiss } = useAction({ changes: [APPROVALS] });
  const others = people.filter(({ id }) => !approval.assignee_user_ids.includes(id));
  const send = async () => {
    if (userId === null) return;
    const isDone = await perform(async () => {
      const passed = await delegate({ approval_id: approval.id, user_id: userId });
      queryClient.setQueryData(approvalQuery(approval.id).queryKey, passed);
    }, texts.delegated);
    if (isDone) onClose();
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      <Select
        label={texts.delegateTo}
        description={texts.delegateHint}
        placeholder={words.nameOrAddress}
        data={others.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
        value={userId}
        onChange={id => {
          dismiss();
          setUserId(id);
        }}
        searchable
        searchValue={text}
        onSearchChange={setText}
        // The service has searched already.
        filter={({ options }) => options}
        error={problem}
        data-autofocus
      />
      <DialogButtons action={texts.delegate} isBusy={isBusy} disabled={userId === null} mt="md" onCancel={onClose} />
    </form>
  );
}
