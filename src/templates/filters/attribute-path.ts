import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { getItem } from '../values/access.ts';
import { describeKind, isInteger, isText, plainText, Undefined, type Value } from '../values/values.ts';

/**
 * Returns a reader for `attribute='address.city'`. Numbers in the path are indexes. Without an attribute it returns the
 * element.
 */
export function createAttributeReader(
  attribute: Value,
  budget: Budget,
  otherwise: Value = null,
): (element: Value) => Value {
  const parts = pathParts(attribute);
  return element => {
    let value = element;
    for (const part of parts) {
      budget.spend(1);
      value = getItem(value, part, budget);
      if (otherwise !== null && value instanceof Undefined) value = otherwise;
    }
    return value;
  };
}

function pathParts(attribute: Value): (string | number | bigint | boolean)[] {
  if (attribute === null) return [];
  if (isInteger(attribute)) return [attribute];
  if (attribute instanceof Undefined) throw attribute.error();
  if (!isText(attribute))
    throw new TemplateError(`an attribute must be a text or a number, not ${describeKind(attribute)}`);
  return plainText(attribute)
    .split('.')
    .map(part => (/^\d{1,15}$/.test(part) ? Number(part) : part));
}

/** Converts texts to lower case, for sorting and comparing without regard to case. */
export function ignoreCase(value: Value): Value {
  return isText(value) ? plainText(value).toLowerCase() : value;
}
