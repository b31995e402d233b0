/*
 * What the pages of forms do better with JavaScript: problems appear beside their fields while chosen files stay chosen,
 * nothing is sent twice, and the result appears by itself. Everything works without it.
 */

const form = document.querySelector('form');
// In a frame without an origin, a script can not send anything, but the form itself can.
if (form && self.origin !== 'null') enhance(form);

const waiting = document.querySelector('[data-waiting]');
if (waiting) waitForResult();

/** @param {HTMLFormElement} form */
function enhance(form) {
  const button = form.querySelector('button');
  const notice = form.querySelector('.notice');
  const label = button.textContent;
  let isSending = false;
  // The service checks the answers, and its words stand beside the fields.
  form.noValidate = true;

  function setSending(value) {
    isSending = value;
    button.setAttribute('aria-disabled', String(value));
    button.textContent = value ? form.dataset.sending : label;
  }

  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const problems = await send(form).catch(() => ({ notice: form.dataset.failure, problems: {} }));
    if (problems.next) {
      location.assign(problems.next);
      return;
    }
    setSending(false);
    show(form, notice, problems);
  });

  // A page that the browser shows again after "Back" can be sent again.
  addEventListener('pageshow', () => setSending(false));
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const reply = await fetch(form.action, {
    method: 'POST',
    body: new FormData(form),
    headers: { accept: 'application/json' },
  });
  const answer = await reply.json();
  // What does not come from the form, such as the refusal of a proxy, says nothing that could be shown.
  if (!reply.ok && !answer.notice && !answer.problems) throw new Error(`the answer has the status ${reply.status}`);
  return answer;
}

function show(form, notice, { notice: text, problems = {}, token }) {
  if (token) form.elements.namedItem('_heddle_token').value = token;
  for (const field of form.querySelectorAll('[data-field]')) {
    const problem = problems[field.dataset.field] ?? '';
    field.querySelector('.problem').textContent = problem;
    const controls = field.matches('fieldset') ? [field] : field.querySelectorAll('input, select, textarea');
    for (const control of controls) {
      if (problem === '') control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
    }
  }
  notice.textContent = text ?? '';
  notice.hidden = !text;
  const first = [...form.querySelectorAll('[data-field]')].find(field => problems[field.dataset.field]);
  (first?.querySelector('input, select, textarea') ?? notice).focus();
}

/** Asks less often as time goes by. */
async function waitForResult() {
  for (let delayMs = 500; ; delayMs = Math.min(delayMs * 1.3, 4000)) {
    await new Promise(resolve => setTimeout(resolve, delayMs));
    const state = await fetch(location.href, { headers: { accept: 'application/json' } })
      .then(reply => (reply.ok ? reply.json() : undefined))
      .catch(() => undefined);
    if (state && state.state !== 'waiting') {
      location.reload();
      return;
    }
  }
}
