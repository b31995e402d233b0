/** A field for a template, an expression or JSON, with its live result below. */
import { useId } from 'react';
import { isExpressionKind, isOfItem, type Texts } from '../../../src/engine/node-rules.ts';
import { CodeField } from './code-field.tsx';
import type { CodeFieldProps } from './code-field-props.ts';
import type { Evaluated } from './evaluation.ts';
import { ResultLine } from './result-line.tsx';
import type { TemplateContext } from './template-context.ts';
import { useEvaluated } from './use-evaluated.ts';

interface TemplateFieldProps extends Omit<CodeFieldProps, 'language' | 'scope' | 'targets' | 'problem'> {
  readonly templates: TemplateContext;
  /** What kind of text the param is. */
  readonly texts: Texts;
  /** Whether the result decides a condition, so that it is told whether it counts as true. */
  readonly isDecision?: boolean;
}

export function TemplateField({ templates, texts, isDecision = false, describedBy, ...field }: TemplateFieldProps) {
  const resultId = useId();
  const place = isOfItem(texts) ? templates.item : templates.step;
  const evaluated = useEvaluated(place.data, field.value, texts);
  const problem = syntaxProblem(evaluated);
  return (
    <div>
      <CodeField
        {...field}
        language={isExpressionKind(texts) ? 'expression' : 'template'}
        scope={place.completion}
        targets={templates.targets}
        describedBy={[describedBy, resultId].filter(Boolean).join(' ')}
        {...(problem && { problem })}
      />
      <div id={resultId}>
        <ResultLine evaluated={evaluated} source={field.value} isDecision={isDecision} />
      </div>
    </div>
  );
}

export function syntaxProblem(evaluated: Evaluated | undefined) {
  return evaluated?.kind === 'error' && evaluated.isSyntax ? evaluated : undefined;
}
