// The form with which a request of the API reference is sent, and its answer.
import { addCopyButtons } from './copy.js';

/** The key stays in this tab, and is sent to this service only. */
const KEY = 'heddle-docs-key';
/** Longer answers are cut, so that the page stays usable. */
const SHOWN_CHARACTERS = 100_000;

/**
 * @typedef {{name: string, place: 'query' | 'header' | 'path', required: boolean, example: string}} Parameter
 * @typedef {{method: string, path: string, isOpen: boolean, parameters: Parameter[], body?: string, form?: string[]}} Described
 */

let fields = 0;

/**
 * Fills the form, and sends what is in it.
 * @param {HTMLFormElement} form
 * @param {Described} described
 */
export function tryOperation(form, described) {
  if (!described.isOpen) addKeyField(form);
  for (const { name, required, example } of described.parameters) {
    addField(form, `parameter-${name}`, required ? name : `${name} (optional)`, { value: required ? example : '' });
  }
  for (const name of described.form ?? []) {
    addField(form, `form-${name}`, name, name === 'file' ? { type: 'file' } : {});
  }
  if (described.body !== undefined) addBodyField(form, described.body);
  const send = document.createElement('button');
  send.type = 'submit';
  send.textContent = 'Send';
  const note = document.createElement('p');
  note.className = 'try-note';
  note.textContent = 'This sends a real request to this Heddle.';
  const answer = document.createElement('div');
  answer.className = 'try-answer';
  answer.setAttribute('role', 'status');
  form.append(send, note, answer);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    send.disabled = true;
    answer.textContent = 'Waiting for the answer …';
    try {
      await showAnswer(answer, await sendRequest(form, described));
    } catch (error) {
      answer.textContent = `The request failed: ${error instanceof Error ? error.message : error}`;
    }
    send.disabled = false;
  });
}

/** @param {HTMLFormElement} form */
function addKeyField(form) {
  const input = addField(form, 'key', 'API key', { type: 'password', value: sessionStorage.getItem(KEY) ?? '' });
  input.autocomplete = 'off';
  input.placeholder = 'empty: as you are signed in to the console';
  input.addEventListener('change', () => {
    sessionStorage.setItem(KEY, input.value);
    for (const other of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('.try [name=key]'))) {
      other.value = input.value;
    }
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} text
 * @param {{type?: string, value?: string}} options
 */
function addField(form, name, text, { type = 'text', value = '' }) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.id = `try-${++fields}`;
  input.name = name;
  input.type = type;
  input.spellcheck = false;
  if (type !== 'file') input.value = value;
  label.htmlFor = input.id;
  label.textContent = text;
  form.append(label, input);
  return input;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} body
 */
function addBodyField(form, body) {
  const label = document.createElement('label');
  const area = document.createElement('textarea');
  area.id = `try-${++fields}`;
  area.name = 'body';
  area.spellcheck = false;
  area.rows = Math.min(20, body.split('\n').length + 1);
  area.value = body;
  label.htmlFor = area.id;
  label.textContent = 'Body';
  form.append(label, area);
}

/**
 * @param {HTMLFormElement} form
 * @param {Described} described
 */
function sendRequest(form, described) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
  const query = new URLSearchParams();
  const headers = new Headers();
  if (text('key')) headers.set('uni-api-key', text('key'));
  for (const { name, place } of described.parameters) {
    const value = text(`parameter-${name}`);
    if (value && place === 'query') query.set(name, value);
    if (value && place === 'header') headers.set(name, value);
  }
  const search = query.size > 0 ? `?${query}` : '';
  return fetch(described.path + search, { method: described.method, headers, body: toBody(data, described) });
}

/**
 * @param {FormData} data
 * @param {Described} described
 */
function toBody(data, { form, body }) {
  if (body !== undefined) return String(data.get('body') ?? '');
  if (!form) return undefined;
  const sent = new FormData();
  // The file comes last, so that the service knows where it goes before it arrives.
  for (const name of [...form].sort((a, b) => Number(a === 'file') - Number(b === 'file'))) {
    const value = data.get(`form-${name}`);
    if (value instanceof File ? value.name !== '' : value) sent.append(name, value ?? '');
  }
  return sent;
}

/**
 * @param {HTMLElement} answer
 * @param {Response} response
 */
async function showAnswer(answer, response) {
  const text = await response.text();
  const status = document.createElement('p');
  status.className = response.ok ? 'answer-ok' : 'answer-failed';
  status.textContent = `${response.status} ${response.statusText}`;
  const block = document.createElement('div');
  block.className = 'code';
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  const code = document.createElement('code');
  code.textContent = formatText(text);
  pre.append(code);
  block.append(pre);
  answer.replaceChildren(status, block);
  addCopyButtons(answer);
}

/** @param {string} text */
function formatText(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, SHOWN_CHARACTERS);
  } catch {
    return text.slice(0, SHOWN_CHARACTERS);
  }
}
