import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { formatBytes } from '../forms/bytes.ts';
import { Icon } from '../look/icons.tsx';
import { describeRules, OTHER_FOLDERS } from '../panel-parts/folder-rules.ts';
import { StorageUsage } from '../panel-parts/storage-usage.tsx';
import { panelSettings as texts } from '../texts/panels.ts';
import { FolderRulesForm } from './folder-rules-form.tsx';
import { Section, type SettingsSectionProps } from './section.tsx';
import classes from './settings.module.css';
import { folderNameProblem, type RulesDraft, validRules } from './settings-draft.ts';

export function FolderRulesSection({ form, usage, readOnly }: SettingsSectionProps) {
  const { file_storage } = form.draft;
  const { folders } = file_storage;
  const change = (next: Record<string, RulesDraft>) =>
    form.change({ file_storage: { ...file_storage, folders: next } });
  const names = [
    ...Object.keys(folders).filter(name => name !== OTHER_FOLDERS),
    ...(Object.hasOwn(folders, OTHER_FOLDERS) ? [OTHER_FOLDERS] : []),
  ];

  function remove(name: string) {
    const { [name]: _, ...others } = folders;
    change(others);
  }

  return (
    <Section title={texts.rules} text={texts.rulesText}>
      {names.length === 0 && <p className={`${classes.plain} dim`}>{texts.noRules}</p>}
      {names.map(name => (
        <FolderCard
          key={name}
          name={name}
          rules={folders[name] ?? {}}
          used={usage?.folders[name]}
          readOnly={readOnly}
          onChange={rules => change({ ...folders, [name]: rules })}
          onRemove={() => remove(name)}
        />
      ))}
      <Followers
        used={usage?.folders ?? {}}
        folders={folders}
        readOnly={readOnly}
        onAdd={name => change({ ...folders, [name]: folders[OTHER_FOLDERS] ?? {} })}
      />
      {!readOnly && (
        <AddFolder
          known={names}
          // A folder starts with the rules that it has followed so far.
          onAdd={name => change({ ...folders, [name]: folders[OTHER_FOLDERS] ?? {} })}
        />
      )}
    </Section>
  );
}

interface FolderCardProps {
  name: string;
  rules: RulesDraft;
  /** Bytes; undefined when it is not known, or when there are no files. */
  used: number | undefined;
  readOnly: boolean;
  onChange(rules: RulesDraft): void;
  onRemove(): void;
}

/** The rules of a folder as a form, and beside it what they mean. */
function FolderCard({ name, rules, used, readOnly, onChange, onRemove }: FolderCardProps) {
  const id = useId();
  const isOthers = name === OTHER_FOLDERS;
  const label = isOthers ? texts.otherFolders : name;
  const known = validRules(rules);
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h3 id={id}>
          <Icon name={isOthers ? 'files' : 'folder'} /> {label}
        </h3>
        {!isOthers && used !== undefined && <StorageUsage used={used} megabytes={known.max_total_mb ?? 0} />}
        {!readOnly && (
          <ActionIcon size="md" aria-label={texts.removeRulesOf(label)} onClick={onRemove}>
            <Icon name="x" />
          </ActionIcon>
        )}
      </div>
      <div className={readOnly ? undefined : classes.rules}>
        {!readOnly && <FolderRulesForm rules={rules} onChange={onChange} />}
        <div className={classes.meaning}>
          <h4>{texts.meaning}</h4>
          <ul>
            {describeRules(known).map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

interface FollowersProps {
  /** Bytes of each folder that has files. */
  used: Record<string, number>;
  folders: Record<string, RulesDraft>;
  readOnly: boolean;
  onAdd(name: string): void;
}

/** Folders that have files, but no rules of their own. */
function Followers({ used, folders, readOnly, onAdd }: FollowersProps) {
  const names = Object.keys(used).filter(name => !Object.hasOwn(folders, name));
  if (names.length === 0) return null;
  const meaning = Object.hasOwn(folders, OTHER_FOLDERS) ? texts.followsOthers : texts.followsNobody;
  return (
    <>
      <h3 className={classes.heading}>{texts.followers}</h3>
      <ul className={classes.list}>
        {names.sort().map(name => (
          <li key={name}>
            <Icon name="folder" />
            <strong>{name}</strong>
            <span className="dim">
              {meaning} · {texts.used(formatBytes(used[name] ?? 0))}
            </span>
            {!readOnly && (
              <Button size="xs" variant="default" aria-label={texts.ownRulesOf(name)} onClick={() => onAdd(name)}>
                {texts.ownRules}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function AddFolder({ known, onAdd }: { known: readonly string[]; onAdd(name: string): void }) {
  const [name, setName] = useState('');
  const problem = name === '' ? undefined : folderNameProblem(name, known);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name === '' || problem !== undefined) return;
    onAdd(name);
    setName('');
  }

  return (
    <form className={classes.actions} onSubmit={submit}>
      <TextInput
        aria-label={texts.newFolder}
        placeholder={texts.newFolderHint}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={problem}
      />
      <Button type="submit" variant="default" disabled={name === '' || problem !== undefined}>
        {texts.addFolder}
      </Button>
      {!known.includes(OTHER_FOLDERS) && (
        <Button variant="default" onClick={() => onAdd(OTHER_FOLDERS)}>
          {texts.addOthers}
        </Button>
      )}
    </form>
  );
}
