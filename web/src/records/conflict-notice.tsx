import { Button } from '@mantine/core';
import * as words from '../texts/common.ts';
import { recordPanel as texts } from '../texts/records.ts';
import { shortValue } from './columns.ts';
import classes from './conflict-notice.module.css';
import { applyChanges, type Changes, type Data, findConflicts } from './record-draft.ts';

interface ConflictNoticeProps {
  /** The record as it was when the editing began. */
  base: Data;
  theirs: Data;
  mine: Changes;
  isBusy: boolean;
  onSaveMine(): void;
  onTakeTheirs(): void;
}

/** Shows what somebody else changed, beside what this draft would change. */
export function ConflictNotice({ base, theirs, mine, isBusy, onSaveMine, onTakeTheirs }: ConflictNoticeProps) {
  const conflicts = findConflicts(base, theirs, mine);
  const own = applyChanges(base, mine);
  const show = (data: Data, name: string) => (Object.hasOwn(data, name) ? shortValue(data[name]) : texts.removed);
  return (
    <div className={classes.notice} role="alert">
      <strong>{texts.conflict}</strong>
      <p>{texts.conflictText}</p>
      {conflicts.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{texts.theirs}</th>
              <th scope="col">{texts.mine}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map(({ name, isMine }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{show(theirs, name)}</td>
                <td>{isMine ? show(own, name) : <em>{texts.onlyTheirs}</em>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="flex gap-8">
        <Button size="xs" loading={isBusy} onClick={onSaveMine}>
          {texts.saveMine}
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
      </div>
    </div>
  );
}
