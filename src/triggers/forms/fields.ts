/** The fields of a form as HTML. They work without JavaScript, and name their description and their problem. */
import type { FieldKind, FormField } from './form.ts';
import { attribute, flag, type Html, html } from './html.ts';
import { words as formWords } from './words.ts';

export interface ShownField {
  field: FormField;
  /** The position in the form, which makes the ids of elements unique whatever the names of fields are. */
  index: number;
  /** What the field contains: what was sent, or what it shows at first. */
  text: string;
  problem: string | undefined;
  /** In another language. */
  words?: { optional: string; pleaseChoose: string };
}

/** With more options, a list is shorter than a row of buttons. */
const MOST_BUTTONS = 5;

export function renderField(shown: ShownField): Html {
  const { kind, options, isRequired } = shown.field;
  if (kind === 'boolean') return renderCheckbox(shown);
  if (kind === 'choice' && isRequired && options.length <= MOST_BUTTONS) return renderButtons(shown);
  return renderLabelled(shown, renderControl(shown));
}

function renderLabelled(shown: ShownField, control: Html): Html {
  const { field, index } = shown;
  return html`<div class="field" data-field="${field.name}">
<label for="field-${index}">${field.label}${renderOptional(shown)}</label>
${renderDescription(shown)}${control}
${renderProblem(shown)}
</div>`;
}

function renderControl(shown: ShownField): Html {
  const { field, text } = shown;
  const { kind, schema } = field;
  const common = commonAttributes(shown);
  switch (kind) {
    case 'file':
      return html`<input type="file"${common}>`;
    case 'choice':
      return renderSelect(shown, common);
    case 'long text':
      // The first line break after the tag is not part of the text.
      return html`<textarea rows="5"${common}${lengthAttributes(schema)}>
${text}</textarea>`;
    case 'number':
    case 'integer':
      return html`<input type="number" value="${text}"${common}${rangeAttributes(schema, kind)}>`;
    default:
      return html`<input type="${INPUT_TYPES[kind] ?? 'text'}" value="${text}"${common}${lengthAttributes(schema)}${attribute('autocomplete', AUTOCOMPLETE[kind])}>`;
  }
}

const INPUT_TYPES: Partial<Record<FieldKind, string>> = {
  email: 'email',
  url: 'url',
  tel: 'tel',
  date: 'date',
  time: 'time',
};

const AUTOCOMPLETE: Partial<Record<FieldKind, string>> = { email: 'email', tel: 'tel', url: 'url' };

function renderSelect({ field: { options }, text, words = formWords }: ShownField, common: Html): Html {
  return html`<select${common}>
<option value="">${words.pleaseChoose}</option>
${options.map(option => html`<option value="${option.text}"${flag('selected', option.text === text)}>${option.text}</option>\n`)}</select>`;
}

function renderButtons(shown: ShownField): Html {
  const { field, index, text } = shown;
  return html`<fieldset class="field" data-field="${field.name}"${describedBy(shown)}>
<legend>${field.label}</legend>
${renderDescription(shown)}${field.options.map(
  (
    option,
    position,
  ) => html`<div class="choice"><input type="radio" id="field-${index}-${position}" name="${field.name}" value="${option.text}"${flag('checked', option.text === text)} required>
<label for="field-${index}-${position}">${option.text}</label></div>
`,
)}${renderProblem(shown)}
</fieldset>`;
}

function renderCheckbox(shown: ShownField): Html {
  const { field, index, text } = shown;
  const isTicked = text !== '' && text !== 'false';
  return html`<div class="field" data-field="${field.name}">
<div class="choice"><input type="checkbox" value="true"${commonAttributes(shown)}${flag('checked', isTicked)}>
<label for="field-${index}">${field.label}</label></div>
${renderDescription(shown)}${renderProblem(shown)}
</div>`;
}

function commonAttributes(shown: ShownField): Html {
  const { field, index } = shown;
  return html` id="field-${index}" name="${field.name}"${flag('required', field.isRequired)}${describedBy(shown)}`;
}

/** The element for the problem is always there, so that the script can fill it. */
function describedBy({ field, index, problem }: ShownField): Html {
  const ids = [...(field.description === '' ? [] : [`about-${index}`]), `problem-${index}`];
  return html` aria-describedby="${ids.join(' ')}"${problem !== undefined && attribute('aria-invalid', 'true')}`;
}

function renderOptional({ field: { isRequired }, words = formWords }: ShownField): Html {
  return isRequired ? html`` : html` <span class="optional">${words.optional}</span>`;
}

function renderDescription({ field, index }: ShownField): Html {
  return field.description === '' ? html`` : html`<p class="about" id="about-${index}">${field.description}</p>\n`;
}

function renderProblem({ index, problem = '' }: ShownField): Html {
  return html`<p class="problem" id="problem-${index}">${problem}</p>`;
}

function lengthAttributes({ minLength, maxLength }: FormField['schema']): Html {
  return html`${attribute('minlength', toNumber(minLength))}${attribute('maxlength', toNumber(maxLength))}`;
}

function rangeAttributes({ minimum, maximum, multipleOf }: FormField['schema'], kind: FieldKind): Html {
  const step = toNumber(multipleOf) ?? (kind === 'integer' ? 1 : 'any');
  return html`${attribute('min', toNumber(minimum))}${attribute('max', toNumber(maximum))}${attribute('step', step)}`;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
