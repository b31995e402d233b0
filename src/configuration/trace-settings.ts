/** The settings of traces: our own, and those that all programs with OpenTelemetry have. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { SAMPLERS } from '../platform/traces/tracer.ts';
import { fraction, httpUrl, keyValuePairs, oneOf, optional, setting, text } from './setting-values.ts';

export const traceSettings = {
  tracesUrl: optional(
    'HEDDLE_OTLP_URL',
    httpUrl,
    'OpenTelemetry collector (OTLP over HTTP) to send traces of runs to, without its /v1/traces',
  ),
  otelEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl, 'the same, unless HEDDLE_OTLP_URL is set'),
  otelHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    'headers for the collector, such as a key: name=value, separated by commas and percent-encoded',
    { secret: true },
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', text, 'heddle', 'name of this service in traces'),
  otelResourceAttributes: optional(
    'OTEL_RESOURCE_ATTRIBUTES',
    keyValuePairs,
    'what else traces say of this service: key=value, separated by commas and percent-encoded',
  ),
  otelSampler: setting(
    'OTEL_TRACES_SAMPLER',
    oneOf(...SAMPLERS),
    'parentbased_always_on',
    'which runs are traced; those that are parent-based follow the request that started the run',
  ),
  otelSamplerRatio: setting('OTEL_TRACES_SAMPLER_ARG', fraction, 1, 'which part of the runs a sampler of ratios takes'),
  otelDisabled: setting('OTEL_SDK_DISABLED', oneOf('true', 'false'), 'false', 'true: no traces, whatever is set'),
};

function headers(value: string): Record<string, string> {
  const pairs = keyValuePairs(value);
  for (const [name, each] of Object.entries(pairs)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, each);
    } catch {
      // The value may be a secret.
      throw new Error('names and values of HTTP headers, such as name=value, separated by commas');
    }
  }
  return pairs;
}
