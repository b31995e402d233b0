/** The public page of a form, as its params are at the moment. */
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formPreviewQuery } from '../../api/publication.ts';
import { Icon } from '../../look/icons.tsx';
import { ErrorState } from '../../look/states/error-state.tsx';
import * as texts from '../../texts/editor-panel.ts';
import classes from './form-preview.module.css';

const TYPING_MS = 400;

export function FormPreview({ params }: { params: Readonly<Record<string, unknown>> }) {
  const [isOpen, setOpen] = useState(false);
  const [shown] = useDebouncedValue(params, TYPING_MS);
  const { data, error } = useQuery({ ...formPreviewQuery(shown), enabled: isOpen, placeholderData: keepPreviousData });
  return (
    <div className={classes.preview}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name={isOpen ? 'eye-off' : 'eye'} size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? texts.hideFormPreview : texts.preview}
      </Button>
      {isOpen && error && !data && <ErrorState error={error} />}
      {/* Without any permission the frame can neither run scripts nor send the form. */}
      {isOpen && data && (
        <iframe className={classes.frame} title={texts.formPreviewTitle} sandbox="" srcDoc={data.html} />
      )}
    </div>
  );
}
