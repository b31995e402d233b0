/** Who belongs to a group or an organization. */

import type { QueryKey } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useManyPeopleNames } from '../api/people.ts';
import { useSession } from '../api/session.ts';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import type { groups, organizations } from '../texts/administration.ts';
import * as words from '../texts/common.ts';
import { MemberPicker } from './member-picker.tsx';
import classes from './members.module.css';

interface MembersProps<Member> {
  texts: typeof groups | typeof organizations;
  members: readonly Member[];
  changes: readonly QueryKey[];
  onAdd(userId: string): Promise<unknown>;
  onRemove(userId: string): Promise<unknown>;
  /** Whether a member can not be removed here. */
  isFixed?(member: Member): boolean;
  /** What else can be changed about a member. */
  extra?(member: Member, person: string, isBusy: boolean, perform: (act: () => Promise<unknown>) => void): ReactNode;
}

export function Members<Member extends { user_id: string }>(props: MembersProps<Member>) {
  const { texts, members, changes, isFixed, onAdd, onRemove, extra } = props;
  const { user } = useSession();
  const ids = members.map(({ user_id }) => user_id);
  const nameOf = useManyPeopleNames(ids);
  const { isBusy, problem, perform } = useAction({ changes });
  const start = (act: () => Promise<unknown>) => void perform(act);
  return (
    <>
      {ids.length === 0 && <p className="mb-8 small">{texts.noMembers}</p>}
      <ul className="mb-8">
        {members.map(member => {
          const { user_id } = member;
          const person = nameOf(user_id) ?? texts.unknown;
          return (
            <li key={user_id} className={classes.item}>
              {user.admin ? (
                <Link to="/administration/users" search={{ user: user_id }} className={classes.grow}>
                  {person}
                </Link>
              ) : (
                <span className={classes.grow}>{person}</span>
              )}
              {extra?.(member, person, isBusy, start)}
              <IconButton
                icon="x"
                label={words.removeNamed(person)}
                disabled={isBusy || isFixed?.(member)}
                onClick={() => start(() => onRemove(user_id))}
              />
            </li>
          );
        })}
      </ul>
      <MemberPicker members={ids} disabled={isBusy} onAdd={userId => start(() => onAdd(userId))} />
      <Problem>{problem}</Problem>
    </>
  );
}
