import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import type { OpenedPanel } from '../api/panels.ts';
import { formatBytes } from '../forms/bytes.ts';
import type { Update } from '../forms/form-context.ts';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Section } from '../look/page/section.tsx';
import { describeRules, OTHER_FOLDERS } from '../panel-parts/folder-rules.ts';
import { StorageUsage } from '../panel-parts/storage-usage.tsx';
import { UsageBar } from '../panel-parts/usage-bar.tsx';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import { FolderRulesForm } from './folder-rules-form.tsx';
import classes from './settings.module.css';
import { folderNameProblem, type RulesDraft, validRules } from './settings-draft.ts';
import type { SettingsSectionProps } from './use-panel-form.ts';

/** With more folders than this, their rules are told, and become a form when somebody edits them. */
const FEW_FOLDERS = 5;

export function FolderRulesSection({ form, opened, readOnly }: SettingsSectionProps) {
  const { folders } = form.draft.file_storage;
  const contents = new Map(opened.folders.map(folder => [folder.name, folder]));
  const change = (update: Update<Folders>) =>
    form.change(({ file_storage }) => ({
      file_storage: { ...file_storage, folders: update(file_storage.folders) },
    }));
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const edit = (name: string) => setEdited(known => new Set(known).add(name));
  const names = [
    ...Object.keys(folders)
      .filter(name => name !== OTHER_FOLDERS)
      .sort((one, other) => one.localeCompare(other)),
    ...(Object.hasOwn(folders, OTHER_FOLDERS) ? [OTHER_FOLDERS] : []),
  ];

  /** A folder begins with the rules that it has followed so far. */
  function add(name: string) {
    edit(name);
    change(before => ({ ...before, [name]: before[OTHER_FOLDERS] ?? {} }));
  }

  function remove(name: string) {
    change(({ [name]: _, ...others }) => others);
  }

  return (
    <Section title={texts.rules} text={texts.rulesText}>
      {names.length === 0 && <p className="dim">{texts.noRules}</p>}
      {names.map(name => (
        <FolderCard
          key={name}
          name={name}
          rules={folders[name] ?? {}}
          contents={contents.get(name)}
          readOnly={readOnly}
          isOpen={!readOnly && (names.length <= FEW_FOLDERS || edited.has(name))}
          onEdit={() => edit(name)}
          onUpdate={update => change(before => ({ ...before, [name]: update(before[name] ?? {}) }))}
          onRemove={() => remove(name)}
        />
      ))}
      <Followers contents={opened.folders} folders={folders} readOnly={readOnly} onAdd={add} />
      {!readOnly && <AddFolder known={names} onAdd={add} />}
    </Section>
  );
}

type Folders = Record<string, RulesDraft>;
type FolderContents = OpenedPanel['folders'][number];

interface FolderCardProps {
  name: string;
  rules: RulesDraft;
  /** Undefined when the folder has no files. */
  contents: FolderContents | undefined;
  readOnly: boolean;
  /** Whether the form is shown. */
  isOpen: boolean;
  onEdit(): void;
  onUpdate(update: Update<RulesDraft>): void;
  onRemove(): void;
}

/** The rules of a folder as a form, and beside it what they mean. */
function FolderCard(props: FolderCardProps) {
  const { name, rules, contents, readOnly, isOpen, onEdit, onUpdate, onRemove } = props;
  const id = useId();
  const isOthers = name === OTHER_FOLDERS;
  const label = isOthers ? texts.otherFolders : name;
  const known = validRules(rules);
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h3 id={id} className="row title flex-1 gap-8 break-anywhere">
          <Icon name={isOthers ? 'files' : 'folder'} /> {label}
        </h3>
        {contents && (
          <>
            {(known.max_files ?? 0) > 0 && (
              <UsageBar
                used={contents.files}
                limit={known.max_files ?? 0}
                text={texts.filesOf(contents.files, known.max_files ?? 0)}
              />
            )}
            <StorageUsage used={contents.size} megabytes={known.max_total_mb ?? 0} />
          </>
        )}
        {!readOnly && !isOpen && (
          <Button size="xs" variant="default" aria-label={texts.editRulesOf(label)} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
        {!readOnly && <IconButton icon="x" label={texts.removeRulesOf(label)} size="md" onClick={onRemove} />}
      </div>
      {isOpen ? (
        <div className={classes.rules}>
          <FolderRulesForm rules={rules} onUpdate={onUpdate} />
          <div className={classes.meaning}>
            <h4>{texts.meaning}</h4>
            <ul>
              {describeRules(known).map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        </div>
      ) : (
        <p className="small break-anywhere">{describeRules(known).join(' ')}</p>
      )}
    </section>
  );
}

interface FollowersProps {
  contents: readonly FolderContents[];
  folders: Folders;
  readOnly: boolean;
  onAdd(name: string): void;
}

/** Folders that have files, but no rules of their own. */
function Followers({ contents, folders, readOnly, onAdd }: FollowersProps) {
  const followers = contents.filter(({ name }) => !Object.hasOwn(folders, name));
  if (followers.length === 0) return null;
  const meaning = Object.hasOwn(folders, OTHER_FOLDERS) ? texts.followsOthers : texts.followsNobody;
  return (
    <>
      <h3 className={classes.heading}>{texts.followers}</h3>
      <ul className={classes.list}>
        {followers.map(({ name, size }) => (
          <li key={name}>
            <Icon name="folder" />
            <strong>{name}</strong>
            <span className="dim">
              {meaning} · {words.amountUsed(formatBytes(size))}
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
