import { TemplateError } from '../template-error.ts';
import type { Operation, Operations } from '../values/callable.ts';
import { isMapping, mappingEntries } from '../values/dict.ts';
import { escapeHtml, escapeText, stripTags } from '../values/html.ts';
import { asIndex } from '../values/numbers.ts';
import { isTrue } from '../values/operators.ts';
import { quote, toText } from '../values/printing.ts';
import { toArray } from '../values/sequences.ts';
import { textArgument } from '../values/text-changes.ts';
import { describeKind, Markup, Undefined, type Value } from '../values/values.ts';
import { urlize } from './urlize.ts';

const escapeFilter: Operation = {
  parameters: [],
  run: (value, _, { budget }) => new Markup(escapeHtml(value, budget)),
};

export const HTML_FILTERS: Operations = new Map<string, Operation>([
  ['escape', escapeFilter],
  ['e', escapeFilter],
  [
    'forceescape',
    { parameters: [], run: (value, _, { budget }) => new Markup(escapeText(toText(value, budget), budget)) },
  ],
  ['safe', { parameters: [], run: (value, _, { budget }) => new Markup(toText(value, budget)) }],
  ['striptags', { parameters: [], run: (value, _, { budget }) => stripTags(toText(value, budget), budget) }],
  [
    'xmlattr',
    {
      parameters: ['autospace?'],
      run: (value, [autospace = true], { budget }) => {
        if (value instanceof Undefined) throw value.error();
        if (!isMapping(value)) throw new TemplateError(`an object is needed, not ${describeKind(value)}`);
        let text = '';
        for (const [key, each] of mappingEntries(value, budget)) {
          if (each === null || each instanceof Undefined) continue;
          const name = textArgument(key);
          if (/[\t-\r />=]/.test(name))
            throw new TemplateError(`Invalid character in attribute name: ${quote(name, budget)}`);
          const part = `${text === '' ? '' : ' '}${escapeText(name, budget)}="${escapeHtml(each, budget)}"`;
          budget.allocate(part.length);
          text += part;
        }
        return text !== '' && isTrue(autospace, budget) ? ` ${text}` : text;
      },
    },
  ],
  [
    'urlize',
    {
      parameters: ['trim_url_limit?', 'nofollow?', 'target?', 'rel?', 'extra_schemes?'],
      run: (value, [limit = null, nofollow = false, target = null, rel = null, schemes = null], { budget }) => {
        if (value instanceof Undefined) throw value.error();
        const rels = new Set([...(rel === null ? [] : textArgument(rel).split(/\s+/)), 'noopener']);
        if (isTrue(nofollow, budget)) rels.add('nofollow');
        return urlize(
          value,
          {
            trimUrlLimit: limit === null ? undefined : asIndex(limit),
            rel: [...rels]
              .filter(part => part !== '')
              .sort()
              .join(' '),
            target: target === null ? '' : textArgument(target),
            extraSchemes: schemes === null ? [] : toArray(schemes, budget).map(schemeArgument),
          },
          budget,
        );
      },
    },
  ],
]);

function schemeArgument(value: Value): string {
  const text = textArgument(value);
  if (!/^[\w.+-]{2,}:(?:\/){0,2}$/.test(text)) throw new TemplateError(`'${text}' is not a valid URI scheme prefix.`);
  return text;
}
