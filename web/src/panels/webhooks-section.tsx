import { Button, Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Update } from '../forms/form-context.ts';
import { changeRow, nextId, type Row, type RowKind, removeRow } from '../forms/rows.ts';
import { useRows } from '../forms/use-rows.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import { Section } from '../look/page/section.tsx';
import * as words from '../texts/common.ts';
import { panelSettings as texts } from '../texts/panels.ts';
import { EVENTS } from './search.ts';
import classes from './settings.module.css';
import { eventsProblem, urlProblem, type WebhookDraft } from './settings-draft.ts';
import type { SettingsSectionProps } from './use-panel-form.ts';

const NEW_WEBHOOK: WebhookDraft = { url: '', events: ['file.stored', 'record.created', 'record.changed'] };

interface WebhookRow extends Row {
  readonly webhook: WebhookDraft;
}

const WEBHOOKS: RowKind<WebhookRow, WebhookDraft[]> = {
  read: webhooks => webhooks.map((webhook, id) => ({ id, webhook })),
  write: rows => rows.map(({ webhook }) => webhook),
};

export function WebhooksSection({ form, opened, readOnly }: SettingsSectionProps) {
  const [rows, change] = useRows(
    {
      value: form.draft.webhooks,
      onUpdate: update => form.change(({ webhooks }) => ({ webhooks: update(webhooks) })),
    },
    WEBHOOKS,
  );
  if (readOnly) {
    return (
      <Section title={words.webhooks} text={texts.webhooksText}>
        <div>{texts.webhooksHidden}</div>
      </Section>
    );
  }
  return (
    <Section title={words.webhooks} text={texts.webhooksText}>
      {rows.length === 0 && <p className="dim">{texts.noWebhooks}</p>}
      {rows.map(({ id, webhook }, index) => (
        <WebhookFields
          key={id}
          number={index + 1}
          webhook={webhook}
          onUpdate={update => change(before => changeRow(before, id, row => ({ webhook: update(row.webhook) })))}
          onRemove={() => change(before => removeRow(before, id))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => change(before => [...before, { id: nextId(before), webhook: NEW_WEBHOOK }])}
        >
          {texts.addWebhook}
        </Button>
        {opened.panel.webhooks.length > 0 && (
          <Link to="/panels/$panelId/deliveries" params={{ panelId: opened.panel.id }}>
            {texts.seeDeliveries}
          </Link>
        )}
      </div>
    </Section>
  );
}

interface WebhookFieldsProps {
  number: number;
  webhook: WebhookDraft;
  onUpdate(update: Update<WebhookDraft>): void;
  onRemove(): void;
}

function WebhookFields({ number, webhook, onUpdate, onRemove }: WebhookFieldsProps) {
  const { url, events } = webhook;
  const change = (changes: Partial<WebhookDraft>) => onUpdate(before => ({ ...before, ...changes }));
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h3 id={id} className="row title flex-1 gap-8 break-anywhere">
          {texts.webhook(number)}
        </h3>
        <IconButton icon="x" label={texts.removeWebhook(number)} size="md" onClick={onRemove} />
      </div>
      <TextInput
        label={words.url}
        placeholder={texts.urlHint}
        type="url"
        value={url}
        onChange={event => change({ url: event.currentTarget.value })}
        onBlur={() => setTouched(true)}
        error={isTouched && urlProblem(url)}
        maxLength={2000}
      />
      <Checkbox.Group
        label={words.events}
        value={events}
        onChange={chosen => change({ events: EVENTS.filter(event => chosen.includes(event)) })}
        error={eventsProblem(events)}
      >
        <div className={classes.events}>
          {EVENTS.map(event => (
            <Checkbox key={event} value={event} label={event} description={texts.event[event]} />
          ))}
        </div>
      </Checkbox.Group>
      <Secret secret={webhook.secret} onUpdate={onUpdate} />
    </section>
  );
}

function Secret({ secret, onUpdate }: Pick<WebhookDraft, 'secret'> & Pick<WebhookFieldsProps, 'onUpdate'>) {
  const [isShown, setShown] = useState(false);
  /** To go back to, when somebody changes their mind about a new one. */
  const [before, setBefore] = useState<string>();
  const showWords = isShown ? words.hideTheSecret : words.showTheSecret;
  return (
    <div>
      <div className={classes.label}>{texts.secret}</div>
      {secret === undefined ? (
        <div className={classes.secret}>
          <span className="dim">{texts.newSecretText}</span>
          {before !== undefined && (
            <Button size="xs" variant="default" onClick={() => onUpdate(webhook => ({ ...webhook, secret: before }))}>
              {texts.keepSecret}
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.secret}>
          <code className="text-13 font-mono break-anywhere">{isShown ? secret : texts.hiddenSecret}</code>
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            label={showWords}
            hint
            size="sm"
            onClick={() => setShown(!isShown)}
          />
          <CopyButton text={secret} label={words.copyTheSecret} />
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setBefore(secret);
              onUpdate(({ secret: _, ...others }) => others);
            }}
          >
            {texts.newSecret}
          </Button>
        </div>
      )}
      <p className="tiny dim mt-4">{texts.secretText}</p>
    </div>
  );
}
