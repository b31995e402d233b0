/** The live result of a param: evaluated by the worker, a moment after the last key. */
import { useEffect, useState } from 'react';
import { isExpressionKind, isTemplate, type Texts } from '../../../src/engine/node-rules.ts';
import type { Evaluated } from './evaluation.ts';
import { preview } from './preview.ts';
import type { PlaceData } from './preview-data.ts';

const DELAY_MS = 80;

export function useEvaluated(place: PlaceData | undefined, value: unknown, texts: Texts): Evaluated | undefined {
  const [evaluated, setEvaluated] = useState<Evaluated>();
  useEffect(() => {
    if (!place || value === undefined || value === '' || isItsOwnResult(value, texts)) {
      setEvaluated(undefined);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      void preview.evaluate(place, value, texts).then(result => {
        if (isCurrent) setEvaluated(result);
      });
    }, DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [place, value, texts]);
  return evaluated;
}

/** A text without templates needs no interpreter, which starts with the first text that has one. */
function isItsOwnResult(value: unknown, texts: Texts): boolean {
  return typeof value === 'string' && !isExpressionKind(texts) && !isTemplate(value);
}
