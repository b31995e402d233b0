/** What a description contains, and which part of it becomes tools. */
import { TextInput } from '@mantine/core';
import type { Preview } from '../api/connectors.ts';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import classes from './new-connector.module.css';
import { SkippedList } from './skipped-list.tsx';
import { ToggleChips } from './toggle-chips.tsx';

/** From so many operations on, none is a tool unless it is chosen. */
const MANY = 100;

interface FoundSectionProps {
  preview: Preview;
  baseUrl: string;
  tags: readonly string[];
  onBaseUrl(url: string): void;
  onTags(tags: readonly string[]): void;
}

export function FoundSection({ preview, baseUrl, tags, onBaseUrl, onTags }: FoundSectionProps) {
  const { operations, skipped, skipped_count } = preview;
  return (
    <>
      <FormSection title={texts.found} text={texts.formats[preview.format]}>
        <p>
          <strong>{preview.title}</strong>{' '}
          {preview.version !== '' && <span className="dim">{texts.apiVersion(preview.version)}</span>}
        </p>
        {preview.description !== '' && <p className={classes.about}>{preview.description}</p>}
        <p>{texts.operations(operations)}</p>
        {skipped_count > 0 && <SkippedList title={texts.skipped(skipped_count)} skipped={skipped} />}
        <TextInput
          label={words.baseUrl}
          description={texts.baseUrlHint}
          type="url"
          value={baseUrl}
          required
          error={baseUrl === '' ? texts.baseUrlNeeded : undefined}
          spellCheck={false}
          onChange={event => onBaseUrl(event.currentTarget.value)}
        />
        {preview.other_hosts.length > 0 && <OtherHosts hosts={preview.other_hosts} />}
      </FormSection>
      <FormSection title={texts.which} text={texts.whichText}>
        {operations <= MANY && tags.length === 0 ? (
          <p className="dim">{texts.allOn}</p>
        ) : (
          <p className="dim">{texts.tagsHint}</p>
        )}
        {preview.tags.length > 1 && (
          <ToggleChips
            label={texts.which}
            options={preview.tags.map(({ name, count }) => ({
              value: name,
              label: texts.tag(name === '' ? texts.untagged : name, count),
            }))}
            chosen={tags}
            onToggle={tag => onTags(tags.includes(tag) ? tags.filter(each => each !== tag) : [...tags, tag])}
          />
        )}
      </FormSection>
    </>
  );
}

function OtherHosts({ hosts }: { hosts: Preview['other_hosts'] }) {
  return (
    <details className={classes.skipped}>
      <summary>{texts.otherHosts(hosts.reduce((sum, { count }) => sum + count, 0))}</summary>
      <p className="dim">{texts.otherHostsText}</p>
      <ul>
        {hosts.map(({ host, operations }) => (
          <li key={host}>
            <span className="mono">{host}</span>: {operations.join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
