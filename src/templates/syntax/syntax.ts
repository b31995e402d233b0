/** The syntax tree that the parser builds and the evaluator walks. Every node has the line that it comes from. */

export type Expression =
  | Constant
  | Name
  | ListLiteral
  | TupleLiteral
  | DictLiteral
  | AttributeAccess
  | ItemAccess
  | SliceAccess
  | Call
  | Filter
  | Test
  | Unary
  | Binary
  | Logical
  | Comparison
  | Concatenation
  | Conditional;

interface Constant {
  readonly kind: 'constant';
  readonly line: number;
  /** A value of the language (see values.ts). */
  readonly value: unknown;
}
export interface Name {
  readonly kind: 'name';
  readonly line: number;
  /** Where the name begins in the source with normalized line breaks. */
  readonly start: number;
  readonly name: string;
}
interface ListLiteral {
  readonly kind: 'list';
  readonly line: number;
  readonly items: readonly Expression[];
}
interface TupleLiteral {
  readonly kind: 'tuple';
  readonly line: number;
  readonly items: readonly Expression[];
}
interface DictLiteral {
  readonly kind: 'dict';
  readonly line: number;
  readonly entries: readonly (readonly [key: Expression, value: Expression])[];
}
interface AttributeAccess {
  readonly kind: 'attribute';
  readonly line: number;
  readonly target: Expression;
  readonly name: string;
}
interface ItemAccess {
  readonly kind: 'item';
  readonly line: number;
  readonly target: Expression;
  readonly index: Expression;
}
interface SliceAccess {
  readonly kind: 'slice';
  readonly line: number;
  readonly target: Expression;
  readonly start: Expression | undefined;
  readonly stop: Expression | undefined;
  readonly step: Expression | undefined;
}
export interface Call {
  readonly kind: 'call';
  readonly line: number;
  readonly callee: Expression;
  readonly arguments: Arguments;
}
export interface Filter {
  readonly kind: 'filter';
  readonly line: number;
  /** Undefined in a filter block and a block `set`, which filter their rendered body. */
  readonly target: Expression | undefined;
  readonly name: string;
  readonly arguments: Arguments;
}
export interface Test {
  readonly kind: 'test';
  readonly line: number;
  readonly target: Expression;
  readonly name: string;
  readonly arguments: Arguments;
}
interface Unary {
  readonly kind: 'unary';
  readonly line: number;
  readonly operator: '-' | '+' | 'not';
  readonly operand: Expression;
}
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
interface Binary {
  readonly kind: 'binary';
  readonly line: number;
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
}
interface Logical {
  readonly kind: 'logical';
  readonly line: number;
  readonly operator: 'and' | 'or';
  readonly left: Expression;
  readonly right: Expression;
}
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';
export interface Comparison {
  readonly kind: 'comparison';
  readonly line: number;
  readonly first: Expression;
  readonly rest: readonly { readonly operator: ComparisonOperator; readonly operand: Expression }[];
}
interface Concatenation {
  readonly kind: 'concatenation';
  readonly line: number;
  readonly items: readonly Expression[];
}
export interface Conditional {
  readonly kind: 'conditional';
  readonly line: number;
  readonly test: Expression;
  readonly then: Expression;
  readonly otherwise: Expression | undefined;
}

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly keywords: readonly { readonly name: string; readonly value: Expression }[];
  /** `*list` */
  readonly spread: Expression | undefined;
  /** `**dict` */
  readonly spreadKeywords: Expression | undefined;
}

export type Target =
  | { readonly kind: 'name'; readonly line: number; readonly name: string }
  | { readonly kind: 'tuple'; readonly line: number; readonly items: readonly Target[] }
  | {
      readonly kind: 'namespace';
      readonly line: number;
      readonly start: number;
      readonly name: string;
      readonly attribute: string;
    };

export type Body = readonly Statement[];

export type Statement =
  | { readonly kind: 'text'; readonly line: number; readonly text: string }
  | { readonly kind: 'print'; readonly line: number; readonly value: Expression }
  | { readonly kind: 'do'; readonly line: number; readonly value: Expression }
  | For
  | If
  | { readonly kind: 'set'; readonly line: number; readonly target: Target; readonly value: Expression }
  | SetBlock
  | With
  | Macro
  | CallBlock
  | { readonly kind: 'filter-block'; readonly line: number; readonly filter: Filter; readonly body: Body }
  | Block
  | { readonly kind: 'break'; readonly line: number }
  | { readonly kind: 'continue'; readonly line: number };

export interface For {
  readonly kind: 'for';
  readonly line: number;
  readonly target: Target;
  readonly iterable: Expression;
  readonly condition: Expression | undefined;
  readonly recursive: boolean;
  readonly body: Body;
  readonly otherwise: Body;
}
export interface If {
  readonly kind: 'if';
  readonly line: number;
  readonly branches: readonly { readonly test: Expression; readonly body: Body }[];
  readonly otherwise: Body;
}
interface SetBlock {
  readonly kind: 'set-block';
  readonly line: number;
  readonly target: Target;
  readonly filter: Filter | undefined;
  readonly body: Body;
}
export interface With {
  readonly kind: 'with';
  readonly line: number;
  readonly bindings: readonly { readonly target: Target; readonly value: Expression }[];
  readonly body: Body;
}
/** Which of the special names the body of a macro mentions. A call sets only those. */
export interface SpecialNames {
  readonly caller: boolean;
  readonly varargs: boolean;
  readonly kwargs: boolean;
}
export interface Parameter {
  readonly name: string;
  readonly defaultValue: Expression | undefined;
}
export interface Macro {
  readonly kind: 'macro';
  readonly line: number;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly mentions: SpecialNames;
  readonly body: Body;
}
export interface CallBlock {
  readonly kind: 'call-block';
  readonly line: number;
  readonly parameters: readonly Parameter[];
  readonly mentions: SpecialNames;
  readonly call: Call;
  readonly body: Body;
}
export interface Block {
  readonly kind: 'block';
  readonly line: number;
  readonly name: string;
  readonly scoped: boolean;
  readonly body: Body;
}
