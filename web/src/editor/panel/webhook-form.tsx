import { SchemaForm, type SchemaFormProps } from '../../forms/schema-form.tsx';
import * as texts from '../../texts/webhooks.ts';
import classes from './webhook-form.module.css';
import { WEBHOOK_GROUPS, webhookSchema } from './webhook-schema.ts';

/** The params of a webhook, in groups. Most webhooks need none of them. */
export function WebhookForm(props: Omit<SchemaFormProps, 'only'>) {
  const schema = webhookSchema(props.schema, props.value);
  return WEBHOOK_GROUPS.map(({ title, names }) => (
    <section key={title} className={classes.group} aria-label={texts.groups[title]}>
      <h3 className="text-13 semibold">{texts.groups[title]}</h3>
      <SchemaForm {...props} schema={schema} only={name => names.includes(name)} />
    </section>
  ));
}
