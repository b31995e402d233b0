/** Finds descriptions of fields that say nothing, or something that can not be true. */

/** Words that say nothing by themselves. */
const FILLERS = new Set(
  `the a an of it its is was are were be this that these they their them by when what which who whom whether there to in
  at on for and or has have had can as one all with not`.split(/\s+/),
);
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  email: ['address'],
  url: ['address', 'link'],
  at: ['happened'],
};
/** Fields that are named after nothing but what they are: it says nothing that they are those of the whole. */
const PLAIN_NAMES = new Set('id ids name names title kind state status type key keys path value email'.split(' '));

/** Tells whether a description only repeats the name of its field. What says more than one thing is left to the reader. */
export function repeatsName(name: string, description: string): boolean {
  const text = description.trim().toLowerCase().replaceAll('e-mail', 'email').replace(/\.$/, '');
  if (/[;:,.`(]/.test(text)) return false;
  if (/^the [\w -]+ of this page$|^what kind of [\w -]+ it is$/.test(text)) return true;
  if (name === 'description' && /^what the [\w -]+ is for$/.test(text)) return true;
  if ((name === 'count' || name === 'total') && text.startsWith('how many there are')) return true;
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  const known = new Set(parts.flatMap(part => [part, ...(SYNONYMS[part] ?? [])]).map(toStem));
  const meant = PLAIN_NAMES.has(name) ? text.replace(/ of (the|this|a|an) [\w -]+$/, '') : text;
  return (meant.match(/[a-z0-9]+/g) ?? []).every(word => FILLERS.has(word) || known.has(toStem(word)));
}

function toStem(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '').replace(/e?d$/, '');
}

/** Tells whether a description speaks of another type than the schema has, as those that were copied do. */
export function contradictsType(schema: Readonly<Record<string, unknown>>): boolean {
  const { description, type, enum: choices } = schema;
  if (typeof description !== 'string' || type === undefined) return false;
  const types = [type].flat();
  const isOne = (...names: string[]) => types.some(each => names.includes(String(each)));
  if (/^how many\b/i.test(description)) return !isOne('integer', 'number');
  if (/^whether\b/i.test(description) && choices === undefined) return !isOne('boolean');
  if (/\bby whom\b/i.test(description)) return !isOne('object');
  if (/\bnull: /i.test(description)) return !isOne('null');
  return false;
}
