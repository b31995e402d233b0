/** What the schemas of many endpoints have in common. */
import Type from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about } from './described.ts';

export const Timestamp = Type.Integer({ description: 'milliseconds since the epoch' });
export const Count = Type.Integer({ minimum: 0 });
/** A request that says nothing more than its path. */
export const NoParams = Type.Object({});
/** A name that people give. */
export const Name = Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters });
export const Description = Type.String({ maxLength: fixedLimits.descriptionCharacters });

/** The field of a request that says how long its reply may be. */
export function limitField(most: number, options: { default?: number } = {}) {
  const limit = Type.Integer({ minimum: 1, maximum: most, ...options });
  return about('How many there are at most in the reply.', Type.Optional(limit));
}

/** The fields of a request that asks for a list page by page. */
export function pageFields(most: number) {
  return {
    skip: about(
      'How many to leave out at the beginning.',
      Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    ),
    limit: limitField(most),
  };
}
