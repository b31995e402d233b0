import Type from 'typebox';

export const Timestamp = Type.Integer({ description: 'milliseconds since the epoch' });
