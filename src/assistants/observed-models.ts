/** Metrics and logs of models, for operators. */
import type { Logger } from '../platform/logging/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type ChatModel, ModelError, type Models } from '../platform/models/model.ts';

const SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 600];

/** Wraps models so that their answers are measured. */
export function observeModels(models: Models, { metrics, log }: { metrics: Metrics; log: Logger }): Models {
  const seconds = metrics.histogram('model_seconds', 'How long answers of models take', ['model', 'outcome'], SECONDS);
  const tokens = metrics.counter('model_tokens_total', 'Tokens that models read and wrote', ['model', 'direction']);

  function observe(model: ChatModel): ChatModel {
    const { settings } = model;
    return {
      settings,
      async ask(request) {
        const startedAt = performance.now();
        const end = (outcome: string) =>
          seconds.observe({ model: settings.id, outcome }, (performance.now() - startedAt) / 1000);
        try {
          const reply = await model.ask(request);
          end('answered');
          tokens.inc({ model: settings.id, direction: 'read' }, reply.tokens.input);
          tokens.inc({ model: settings.id, direction: 'written' }, reply.tokens.output);
          return reply;
        } catch (error) {
          end(error instanceof ModelError ? 'failed' : 'broken off');
          if (error instanceof ModelError) {
            const { kind, status } = error;
            log.warn({ model: settings.id, kind, ...(status !== undefined && { status }) }, 'a model failed');
          }
          throw error;
        }
      },
    };
  }

  return {
    ...models,
    chat(id) {
      const model = models.chat(id);
      return model && observe(model);
    },
  };
}
