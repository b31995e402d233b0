import { Button, Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useItemKeys } from '../forms/item-keys.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { IconButton } from '../look/icon-button.tsx';
import { Icon } from '../look/icons.tsx';
import { panelSettings as texts } from '../texts/panels.ts';
import { EVENTS } from './search.ts';
import { Section, type SettingsSectionProps } from './section.tsx';
import classes from './settings.module.css';
import { eventsProblem, urlProblem, type WebhookDraft } from './settings-draft.ts';

const NEW_WEBHOOK: WebhookDraft = { url: '', events: ['file.stored', 'record.created', 'record.changed'] };

export function WebhooksSection({ form, opened, readOnly }: SettingsSectionProps) {
  const { webhooks } = form.draft;
  const change = (next: WebhookDraft[]) => form.change({ webhooks: next });
  const keys = useItemKeys(webhooks.length);
  if (readOnly) {
    return (
      <Section title={texts.webhooks} text={texts.webhooksText}>
        <div>{texts.webhooksHidden}</div>
      </Section>
    );
  }
  return (
    <Section title={texts.webhooks} text={texts.webhooksText}>
      {webhooks.length === 0 && <p className="dim">{texts.noWebhooks}</p>}
      {webhooks.map((webhook, index) => (
        <WebhookFields
          key={keys.keys[index]}
          number={index + 1}
          webhook={webhook}
          onChange={next => change(webhooks.with(index, next))}
          onRemove={() => {
            keys.remove(index);
            change(webhooks.toSpliced(index, 1));
          }}
        />
      ))}
      <div className={classes.actions}>
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => change([...webhooks, NEW_WEBHOOK])}>
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
  onChange(webhook: WebhookDraft): void;
  onRemove(): void;
}

function WebhookFields({ number, webhook, onChange, onRemove }: WebhookFieldsProps) {
  const { url, events } = webhook;
  const [isTouched, setTouched] = useState(false);
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h3 id={id}>{texts.webhook(number)}</h3>
        <IconButton icon="x" label={texts.removeWebhook(number)} size="md" onClick={onRemove} />
      </div>
      <TextInput
        label={texts.url}
        placeholder={texts.urlHint}
        type="url"
        value={url}
        onChange={event => onChange({ ...webhook, url: event.currentTarget.value })}
        onBlur={() => setTouched(true)}
        error={isTouched && urlProblem(url)}
        maxLength={2000}
      />
      <Checkbox.Group
        label={texts.events}
        value={events}
        onChange={chosen => onChange({ ...webhook, events: EVENTS.filter(event => chosen.includes(event)) })}
        error={eventsProblem(events)}
      >
        <div className={classes.events}>
          {EVENTS.map(event => (
            <Checkbox key={event} value={event} label={event} description={texts.event[event]} />
          ))}
        </div>
      </Checkbox.Group>
      <Secret webhook={webhook} onChange={onChange} />
    </section>
  );
}

function Secret({ webhook, onChange }: Pick<WebhookFieldsProps, 'webhook' | 'onChange'>) {
  const [isShown, setShown] = useState(false);
  /** To go back to, when somebody changes their mind about a new one. */
  const [before, setBefore] = useState<string>();
  const { secret, ...withoutSecret } = webhook;
  const showWords = isShown ? texts.hideSecret : texts.showSecret;
  return (
    <div>
      <div className={classes.label}>{texts.secret}</div>
      {secret === undefined ? (
        <div className={classes.secret}>
          <span className="dim">{texts.newSecretText}</span>
          {before !== undefined && (
            <Button size="xs" variant="default" onClick={() => onChange({ ...webhook, secret: before })}>
              {texts.keepSecret}
            </Button>
          )}
        </div>
      ) : (
        <div className={classes.secret}>
          <code>{isShown ? secret : texts.hiddenSecret}</code>
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            label={showWords}
            hint
            size="sm"
            onClick={() => setShown(!isShown)}
          />
          <CopyButton text={secret} label={texts.copySecret} />
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setBefore(secret);
              onChange(withoutSecret);
            }}
          >
            {texts.newSecret}
          </Button>
        </div>
      )}
      <p className={classes.hint}>{texts.secretText}</p>
    </div>
  );
}
