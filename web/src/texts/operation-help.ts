/**
 * What the filters, tests and functions of templates do, in a line each. A test compares the names with those of the
 * interpreter, so that none is missing.
 */

export interface OperationHelp {
  readonly name: string;
  /** How it is written, with its arguments. */
  readonly usage: string;
  readonly meaning: string;
}

type Row = readonly [name: string, usage: string, meaning: string];

const FILTER_ROWS: readonly Row[] = [
  ['abs', 'abs', 'The number without its sign.'],
  ['attr', "attr('name')", 'The attribute with this name.'],
  ['batch', 'batch(3)', 'Lists of so many entries each.'],
  ['capitalize', 'capitalize', 'The first letter big, the others small.'],
  ['center', 'center(80)', 'The text in the middle of a line of this width.'],
  ['count', 'count', 'How many entries or characters there are.'],
  ['d', "d('value')", 'This value where there is none. Short for default.'],
  ['default', "default('value')", 'This value where there is none.'],
  ['dictsort', 'dictsort', 'The entries of an object as pairs, sorted by key.'],
  ['e', 'e', 'The text safe for HTML. Short for escape.'],
  ['escape', 'escape', 'The text safe for HTML.'],
  ['filesizeformat', 'filesizeformat', 'Bytes as people read them, such as 1.2 MB.'],
  ['first', 'first', 'The first entry.'],
  ['float', 'float', 'As a number with a fraction; 0.0 where it is none.'],
  ['forceescape', 'forceescape', 'The text safe for HTML, even when it is already.'],
  ['format', "format('a', 1)", 'Fills in %s and %d of the text.'],
  ['fromjson', 'fromjson', 'The value of a text that is JSON.'],
  ['groupby', "groupby('city')", 'Entries with the same attribute together, as pairs of value and list.'],
  ['indent', 'indent(4)', 'The lines after the first moved to the right.'],
  ['int', 'int', 'As a whole number; 0 where it is none.'],
  ['items', 'items', 'The entries of an object as pairs of key and value.'],
  ['join', "join(', ')", 'All entries as one text, with this between them.'],
  ['last', 'last', 'The last entry.'],
  ['length', 'length', 'How many entries or characters there are.'],
  ['list', 'list', 'As a list. A text becomes its characters.'],
  ['lower', 'lower', 'All letters small.'],
  ['map', "map(attribute='name')", 'The same attribute, or the same filter, of every entry.'],
  ['max', "max(attribute='price')", 'The biggest entry.'],
  ['min', "min(attribute='price')", 'The smallest entry.'],
  ['pprint', 'pprint', 'The value over several lines, to look at.'],
  ['random', 'random', 'One entry by chance, the same at every try of a step.'],
  ['reject', "reject('none')", 'The entries for which a test is false.'],
  ['rejectattr', "rejectattr('active')", 'The entries whose attribute is false, or fails a test.'],
  ['replace', "replace('a', 'b')", 'Every a replaced by b.'],
  ['reverse', 'reverse', 'From the last to the first.'],
  ['round', 'round(2)', 'Rounded to so many places.'],
  ['safe', 'safe', 'Marked as safe for HTML, so that escape leaves it.'],
  ['select', "select('number')", 'The entries for which a test is true.'],
  ['selectattr', "selectattr('active')", 'The entries whose attribute is true, or passes a test.'],
  ['slice', 'slice(3)', 'Divided into so many lists.'],
  ['sort', "sort(attribute='name')", 'Sorted, by an attribute if one is given.'],
  ['strftime', "strftime('%d.%m.%Y', 'Europe/Berlin')", 'A point in time as text, in a time zone.'],
  ['string', 'string', 'As text.'],
  ['striptags', 'striptags', 'The text without HTML tags.'],
  ['sum', "sum(attribute='price')", 'The sum of all entries.'],
  ['timestamp', 'timestamp', 'A point in time as milliseconds since 1970.'],
  ['title', 'title', 'Every word with a big first letter.'],
  ['tojson', 'tojson', 'The value as JSON.'],
  ['trim', 'trim', 'Without white space at both ends.'],
  ['truncate', 'truncate(80)', 'At most so many characters, with … at the end.'],
  ['unique', 'unique', 'Every entry once.'],
  ['upper', 'upper', 'All letters big.'],
  ['urlencode', 'urlencode', 'The text as a part of a URL.'],
  ['urlize', 'urlize', 'Addresses in the text as HTML links.'],
  ['wordcount', 'wordcount', 'How many words the text has.'],
  ['wordwrap', 'wordwrap(79)', 'Lines of at most so many characters.'],
  ['xmlattr', 'xmlattr', 'An object as attributes of an HTML tag.'],
];

const TEST_ROWS: readonly Row[] = [
  ['boolean', 'boolean', 'True or false.'],
  ['callable', 'callable', 'A function.'],
  ['defined', 'defined', 'There is such a value.'],
  ['divisibleby', 'divisibleby(3)', 'The number can be divided by this one.'],
  ['eq', 'eq(1)', 'Equal to this value.'],
  ['equalto', 'equalto(1)', 'Equal to this value.'],
  ['escaped', 'escaped', 'Marked as safe for HTML.'],
  ['even', 'even', 'An even number.'],
  ['false', 'false', 'Exactly false.'],
  ['filter', 'filter', 'The name of a filter.'],
  ['float', 'float', 'A number with a fraction.'],
  ['ge', 'ge(1)', 'At least this value.'],
  ['greaterthan', 'greaterthan(1)', 'More than this value.'],
  ['gt', 'gt(1)', 'More than this value.'],
  ['in', 'in(list)', 'An entry of this list.'],
  ['integer', 'integer', 'A whole number.'],
  ['iterable', 'iterable', 'Has entries that one can go through.'],
  ['le', 'le(1)', 'At most this value.'],
  ['lessthan', 'lessthan(1)', 'Less than this value.'],
  ['lower', 'lower', 'All letters are small.'],
  ['lt', 'lt(1)', 'Less than this value.'],
  ['mapping', 'mapping', 'An object.'],
  ['ne', 'ne(1)', 'Not this value.'],
  ['none', 'none', 'Null.'],
  ['number', 'number', 'A number of any kind.'],
  ['odd', 'odd', 'An odd number.'],
  ['sameas', 'sameas(true)', 'The very same value, without conversion.'],
  ['sequence', 'sequence', 'A list, a text or an object.'],
  ['string', 'string', 'A text.'],
  ['test', 'test', 'The name of a test.'],
  ['true', 'true', 'Exactly true.'],
  ['undefined', 'undefined', 'There is no such value.'],
  ['upper', 'upper', 'All letters are big.'],
];

const FUNCTION_ROWS: readonly Row[] = [
  ['cycler', "cycler('odd', 'even')", 'Gives its values one after the other, by next().'],
  ['dict', "dict(name='Ann')", 'Makes an object.'],
  ['joiner', "joiner(', ')", 'Gives nothing at first, and its text from then on.'],
  ['namespace', 'namespace(total=0)', 'An object whose values can be set inside of a loop.'],
  ['range', 'range(10)', 'The whole numbers from 0 up to, but without, 10.'],
];

export const FILTERS: readonly OperationHelp[] = FILTER_ROWS.map(toHelp);
export const TESTS: readonly OperationHelp[] = TEST_ROWS.map(toHelp);
export const FUNCTIONS: readonly OperationHelp[] = FUNCTION_ROWS.map(toHelp);

function toHelp([name, usage, meaning]: Row): OperationHelp {
  return { name, usage, meaning };
}
