/** The settings of traces: one of Heddle's own, and those that all programs with OpenTelemetry share. */
import { validateHeaderName, validateHeaderValue } from '../platform/node-http.ts';
import { SAMPLERS } from '../platform/traces/tracer.ts';
import { type Area, flag, fraction, httpUrl, oneOf, text, type Values } from './setting-values.ts';

const PAIRS = 'pairs such as key=value, separated by commas and percent-encoded';

/** Lists in the form of OpenTelemetry's variables. Errors do not quote the values, which may be secrets. */
const keyValuePairs: Values<Record<string, string>> = {
  allowed: 'pairs such as `key=value`, separated by commas and percent-encoded',
  parse(value) {
    const pairs = value.split(',').flatMap(pair => {
      if (pair.trim() === '') return [];
      const [key = '', ...rest] = pair.split('=');
      if (key.trim() === '' || rest.length === 0) throw new Error(PAIRS);
      return [[decode(key.trim()), decode(rest.join('=').trim())]];
    });
    return Object.fromEntries(pairs);
  },
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(PAIRS);
  }
}

const headers: Values<Record<string, string>> = {
  allowed: keyValuePairs.allowed,
  parse(value) {
    const pairs = keyValuePairs.parse(value);
    for (const [name, each] of Object.entries(pairs)) {
      try {
        validateHeaderName(name);
        validateHeaderValue(name, each);
      } catch {
        throw new Error('names and values of HTTP headers, such as name=value, separated by commas');
      }
    }
    return pairs;
  },
};

export const traces = {
  title: 'Traces',
  usedBy: 'platform',
  settings: {
    heddleUrl: {
      variable: 'HEDDLE_OTLP_URL',
      values: httpUrl,
      meaning:
        'Heddle sends traces of runs to this OpenTelemetry collector (OTLP over HTTP); `/v1/traces` is added to the URL.',
    },
    otelUrl: {
      variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      values: httpUrl,
      meaning: 'This is the standard variable for the collector. HEDDLE_OTLP_URL takes precedence over it.',
    },
    headers: {
      variable: 'OTEL_EXPORTER_OTLP_HEADERS',
      values: headers,
      secret: true,
      meaning: 'Heddle sends these headers, such as an API key, to the collector.',
    },
    serviceName: {
      variable: 'OTEL_SERVICE_NAME',
      values: text,
      default: 'heddle',
      meaning: 'Traces give the service this name.',
    },
    resourceAttributes: {
      variable: 'OTEL_RESOURCE_ATTRIBUTES',
      values: keyValuePairs,
      meaning: 'Traces describe the service with these further attributes.',
    },
    sampler: {
      variable: 'OTEL_TRACES_SAMPLER',
      values: oneOf(...SAMPLERS),
      default: 'parentbased_always_on',
      meaning:
        'This sampler decides which runs are traced. Parent-based samplers follow the request that started the run.',
    },
    samplerRatio: {
      variable: 'OTEL_TRACES_SAMPLER_ARG',
      values: fraction,
      default: 1,
      meaning: 'The samplers `traceidratio` and `parentbased_traceidratio` trace this share of the runs.',
    },
    disabled: {
      variable: 'OTEL_SDK_DISABLED',
      values: flag('true', 'false'),
      default: 'false',
      meaning: 'With `true`, Heddle sends no traces, whatever the other settings say.',
    },
  },
} satisfies Area;
