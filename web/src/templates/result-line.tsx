/** The live result of a template, in the line under its field. */

import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { sentence } from '../look/sentence.ts';
import * as texts from '../texts/templates.ts';
import type { Evaluated } from './evaluation.ts';
import classes from './result-line.module.css';

interface ResultLineProps {
  readonly evaluated: Evaluated | undefined;
  /** The text of the field. A result that is the same is not repeated. */
  readonly source?: string;
  readonly isDecision?: boolean;
}

/** Longer results show their beginning until they are opened. */
const SHORT_CHARACTERS = 200;

export function ResultLine({ evaluated, source, isDecision = false }: ResultLineProps) {
  const [isWhole, setWhole] = useState(false);
  if (!evaluated) return null;
  if (evaluated.kind === 'error') {
    return (
      <p className="tiny mt-4 failed break-anywhere" role="status">
        {evaluated.message}
      </p>
    );
  }
  if (evaluated.kind === 'missing') {
    return (
      <p className="tiny mt-4 dim" role="status">
        {sentence(texts.noDataYetFor, <span className="mono">{evaluated.names.join(', ')}</span>)}
      </p>
    );
  }
  const { text, type, characters, isTrue } = evaluated;
  if (type === 'string' && text === source) return null;
  const isLong = text.length > SHORT_CHARACTERS || text.split('\n').length > 4;
  const shown = isWhole || !isLong ? text : shorten(text);
  return (
    <div className={classes.result} role="status">
      <span className="dim" aria-hidden>
        =
      </span>
      <span className="visually-hidden">{texts.result} </span>
      <span className={classes.value}>
        {type === 'string' && text === '' ? <em>{texts.emptyText}</em> : shown}
        {!isWhole && isLong && '…'}
      </span>
      <span className="dim">
        {isDecision && type !== 'boolean' ? texts.counts(String(isTrue)) : type === 'string' ? '' : type}
      </span>
      {isLong && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.showLess : texts.showCharacters(Math.min(text.length, characters), characters)}
        </UnstyledButton>
      )}
    </div>
  );
}

function shorten(text: string): string {
  return text.split('\n').slice(0, 4).join('\n').slice(0, SHORT_CHARACTERS);
}
