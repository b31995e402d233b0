/** Where the description of an API is, and reads it. */

import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type DocumentSource, type Preview, previewDocument, uploadDocument } from '../api/connectors.ts';
import { Icon } from '../look/icons.tsx';
import { FormSection } from '../look/page/section.tsx';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import * as words from '../texts/common.ts';
import { newConnector as texts } from '../texts/connectors.ts';
import classes from './new-connector.module.css';

const KINDS = ['url', 'file', 'text'] as const;
type SourceKind = (typeof KINDS)[number];

interface DocumentSectionProps {
  onRead(source: DocumentSource, preview: Preview): void;
}

export function DocumentSection({ onRead }: DocumentSectionProps) {
  const { isBusy, problem, perform } = useAction();
  const read = (source: DocumentSource) => perform(async () => onRead(source, await previewDocument(source)));
  return (
    <FormSection title={words.description} text={texts.documentText}>
      <DocumentFields isBusy={isBusy} problem={problem} onSource={source => void read(source)} />
    </FormSection>
  );
}

interface DocumentFieldsProps {
  isBusy: boolean;
  /** What the service said about the description. */
  problem: string | undefined;
  onSource(source: DocumentSource): void;
}

/** A URL, a file or a text with a description. */
export function DocumentFields({ isBusy, problem: told, onSource }: DocumentFieldsProps) {
  const [kind, setKind] = useState<SourceKind>('url');
  const [url, setUrl] = useState('');
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const upload = useAction();
  const isFilled = kind === 'url' ? url.trim() !== '' : kind === 'file' ? file !== undefined : text.trim() !== '';
  const problem = upload.problem ?? told;

  async function submit(event: FormEvent) {
    event.preventDefault();
    await upload.perform(async () => onSource(await toSource(kind, url, file, text)));
  }

  return (
    <form className={classes.source} onSubmit={event => void submit(event)}>
      <SegmentedControl
        aria-label={texts.sourceLabel}
        transitionDuration={0}
        data={KINDS.map(value => ({ value, label: texts.sources[value] }))}
        value={kind}
        onChange={value => setKind(KINDS.find(each => each === value) ?? 'url')}
      />
      {kind === 'url' && (
        <TextInput
          label={texts.url}
          type="url"
          placeholder={texts.urlPlaceholder}
          value={url}
          error={problem}
          spellCheck={false}
          onChange={event => setUrl(event.currentTarget.value)}
        />
      )}
      {kind === 'file' && <FileField file={file} problem={problem} onChange={setFile} />}
      {kind === 'text' && (
        <Textarea
          label={texts.text}
          value={text}
          error={problem}
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: 'font-mono' }}
          onChange={event => setText(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default" loading={isBusy || upload.isBusy} disabled={!isFilled}>
        {words.readThis}
      </Button>
    </form>
  );
}

interface FileFieldProps {
  file: File | undefined;
  problem: string | undefined;
  onChange(file: File): void;
}

function FileField({ file, problem, onChange }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        aria-label={texts.file}
        className="visually-hidden"
        tabIndex={-1}
        onChange={event => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen) onChange(chosen);
        }}
      />
      <div className={classes.file}>
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => input.current?.click()}>
          {file ? texts.otherFile : words.chooseAFile}
        </Button>
        <span className={file ? '' : 'dim'}>{file?.name ?? texts.noFile}</span>
      </div>
      <Problem>{problem}</Problem>
    </div>
  );
}

async function toSource(kind: SourceKind, url: string, file: File | undefined, text: string): Promise<DocumentSource> {
  if (kind === 'url') return { url: url.trim() };
  if (kind === 'text' || !file) return { document: text };
  return { file_id: await uploadDocument(file) };
}
