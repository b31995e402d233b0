import type { Budget } from '../budget.ts';
import { TemplateError } from '../template-error.ts';
import { itemOf } from './access.ts';
import { isInteger, isText, textOf, typeName, Undefined, type Value } from './values.ts';

/** Reads `attribute='address.city'` from an element; numbers in the path are indexes. Without attribute: the element itself. */
export function attributeReader(attribute: Value, budget: Budget, otherwise: Value = null): (element: Value) => Value {
  const parts = pathParts(attribute);
  return element => {
    let value = element;
    for (const part of parts) {
      budget.spend(1);
      value = itemOf(value, part, budget);
      if (otherwise !== null && value instanceof Undefined) value = otherwise;
    }
    return value;
  };
}

function pathParts(attribute: Value): (string | number | bigint | boolean)[] {
  if (attribute === null) return [];
  if (isInteger(attribute)) return [attribute];
  if (attribute instanceof Undefined) throw attribute.error();
  if (!isText(attribute)) throw new TemplateError(`an attribute must be str or int, not ${typeName(attribute)}`);
  return textOf(attribute)
    .split('.')
    .map(part => (/^\d{1,15}$/.test(part) ? Number(part) : part));
}

/** For sorting and comparing without regard to case. */
export function ignoringCase(value: Value): Value {
  return isText(value) ? textOf(value).toLowerCase() : value;
}
