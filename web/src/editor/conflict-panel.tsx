import { Button, Group } from '@mantine/core';
import { ChangedText } from '../graph/changed-text.tsx';
import { toComparableText } from '../graph/text-difference.ts';
import { Icon } from '../look/icons.tsx';
import * as texts from '../texts/editor.ts';
import classes from './conflict-panel.module.css';
import { type ConflictGroup, fieldTitle, groupConflicts, stepSide } from './document/conflict-groups.ts';
import type { Side } from './document/conflicts.ts';
import type { Conflict } from './document/merge.ts';
import { useEditor, useEditorParts, useSaved } from './editor-context.ts';

interface ConflictPanelProps {
  /** Shows a step on the canvas. */
  onShow?(stepId: string): void;
}

/** Shows both versions of what two people changed, for a choice. Nothing is saved before. */
export function ConflictPanel({ onShow }: ConflictPanelProps) {
  const { choose } = useEditorParts().saving;
  const conflicts = useSaved(({ state }) => state.conflicts);
  const definition = useEditor(state => state.definition);
  if (conflicts.length === 0) return null;
  return (
    <aside className={classes.panel} aria-label={texts.chooseBetweenTwoVersions}>
      <header className={classes.header}>
        <h2 className="title">{texts.somebodyElseChangedSame}</h2>
        <p className="small dim">{texts.chooseWhatStaysEverything}</p>
      </header>
      {groupConflicts(conflicts, definition).map(group => (
        <StepConflicts key={group.key} group={group} choose={choose} onShow={onShow} />
      ))}
    </aside>
  );
}

interface StepConflictsProps {
  group: ConflictGroup;
  choose(key: string, side: Side): void;
  onShow: ((stepId: string) => void) | undefined;
}

function StepConflicts({ group: { title, stepId, conflicts }, choose, onShow }: StepConflictsProps) {
  const chooseAll = (side: Side) => {
    for (const { key } of conflicts) choose(key, side);
  };
  return (
    <section className={classes.step} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <h3 className="title truncate">{title}</h3>
        {stepId !== null && onShow && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onShow(stepId)}>
            {texts.show}
          </Button>
        )}
      </Group>
      {conflicts.map(conflict => (
        <FieldConflict key={conflict.key} conflict={conflict} choose={choose} />
      ))}
      {conflicts.length > 1 && (
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={() => chooseAll('mine')}>
            {texts.keepAllMine}
          </Button>
          <Button size="xs" variant="default" onClick={() => chooseAll('theirs')}>
            {texts.takeAllTheirs}
          </Button>
        </Group>
      )}
    </section>
  );
}

function FieldConflict({ conflict, choose }: { conflict: Conflict; choose: StepConflictsProps['choose'] }) {
  const { key, field, mine, theirs } = conflict;
  const isStep = field === 'step';
  const title = fieldTitle(conflict);
  return (
    <fieldset className={classes.field}>
      <legend className={isStep ? undefined : 'mono'}>{title}</legend>
      {!isStep && (
        <>
          <div className={classes.version}>
            <span className="tiny dim block">{texts.mine}</span>
            <pre>{toComparableText(mine) || texts.empty}</pre>
          </div>
          <div className={classes.version}>
            <span className="tiny dim block">{texts.theirsComparedMine}</span>
            <ChangedText before={mine} after={theirs} />
          </div>
        </>
      )}
      <Group gap="xs">
        <Button size="xs" onClick={() => choose(key, 'mine')} leftSection={<Icon name="check" />}>
          {isStep ? texts.chooseMine(stepSide(mine)) : texts.keepMine}
        </Button>
        <Button size="xs" variant="default" onClick={() => choose(key, 'theirs')}>
          {isStep ? texts.chooseTheirs(stepSide(theirs)) : texts.takeTheirs}
        </Button>
      </Group>
    </fieldset>
  );
}
