import { Members } from '../administration-parts/members.tsx';
import {
  deleteGroup,
  GROUP_CHANGES,
  type Group,
  removeGroupMember,
  renameGroup,
  setGroupMember,
} from '../api/administration.ts';
import { groups as texts } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import { RenameAndDelete } from './rename-and-delete.tsx';
import { PanelHead, PanelSection } from './split.tsx';

export function GroupPanel({ group: { id, name, members }, onClose }: { group: Group; onClose(): void }) {
  return (
    <>
      <PanelHead title={name} close={words.close} onClose={onClose} />
      <PanelSection title={words.members}>
        <Members
          texts={texts}
          members={members}
          changes={GROUP_CHANGES}
          onAdd={userId => setGroupMember(id, userId)}
          onRemove={userId => removeGroupMember(id, userId)}
        />
      </PanelSection>
      <RenameAndDelete
        id={id}
        name={name}
        texts={texts}
        deleteWords={texts.deleteGroup}
        changes={GROUP_CHANGES}
        onRename={next => renameGroup(id, next)}
        onDelete={() => deleteGroup(id)}
        onClose={onClose}
      />
    </>
  );
}
