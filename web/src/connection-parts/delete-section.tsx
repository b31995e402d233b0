import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../look/inputs/confirm-button.tsx';
import { FormSection } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';

export interface DeleteTexts {
  deleteSectionText: string;
  deleted(name: string): string;
}

interface DeleteSectionProps {
  name: string;
  texts: DeleteTexts;
  /** What stops working. */
  children: ReactNode;
  /** The list to which the page is left. */
  list: LinkProps['to'];
  /** What the page shows: it must not be read again before the page is left. */
  queryKey: QueryKey;
  /** The beginnings of the keys of what changes. */
  changes: readonly QueryKey[];
  onDelete(): Promise<void>;
}

/** Says what stops working before anything is deleted. */
export function DeleteSection({ name, texts, children, list, queryKey, changes, onDelete }: DeleteSectionProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function remove() {
    await onDelete();
    await navigate({ to: list, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey });
  }

  return (
    <FormSection title={words.deleteThis} text={texts.deleteSectionText}>
      <div>
        <ConfirmButton
          title={words.deleteQuestion(name)}
          action={words.deleteAction}
          danger
          changes={changes}
          onConfirm={remove}
          done={texts.deleted(name)}
        >
          {children}
        </ConfirmButton>
      </div>
    </FormSection>
  );
}

interface FirstLinesProps {
  lines: readonly string[];
  most: number;
  more(count: number): string;
}

/** The first lines of a list, and how many there are besides. */
export function FirstLines({ lines, most, more }: FirstLinesProps) {
  return (
    <ul>
      {lines.slice(0, most).map(line => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > most && <li>{more(lines.length - most)}</li>}
    </ul>
  );
}
