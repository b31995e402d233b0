/** Limits of API descriptions. They keep what a hostile document costs small, and are far above what real ones need. */
import { fixedLimits } from '../../configuration/limits.ts';

const { documentBytes, operations, import: thread } = fixedLimits.connector;

export const apiDocumentLimits = {
  /** Bytes of a document. The largest public ones have some 10 MB. */
  bytes: documentBytes,
  /** The thread that reads one. */
  thread,
  /** Levels of nesting, in the text as well as through aliases of YAML. */
  depth: 200,
  /** Values, with each alias of YAML counted as often as it is used. */
  values: 2_000_000,
  /** Aliases (`*name`) of a YAML document. */
  aliases: 100_000,
  /** Operations that are looked at; the rest is counted. */
  operations,
  /** Operations that were left out and are listed with their reasons. */
  listedSkips: 1_000,
  /** Characters of the schema of one operation, and of all together. */
  schemaCharacters: 200_000,
  totalSchemaCharacters: 64_000_000,
  /** Definitions that are visited to make the schemas of all operations. */
  visitedDefinitions: 5_000_000,
  /** Levels of a schema, with the references that lead to the same place (`allOf` and the like) followed. */
  schemaDepth: 400,
  /** Schemas that check the same value, because they are combined by `allOf`, `anyOf`, `oneOf` and references. */
  schemasPerValue: 2_000,
  /** Properties of one schema that only replies have. */
  readOnlyProperties: 1_000,
  /** References that lead from one to the next. */
  referenceHops: 20,
  pointerCharacters: 2_000,
  parameters: 500,
  /** Properties of a form, and of a reply that is searched for pages. */
  properties: 5_000,
  servers: 100,
  securitySchemes: 50,
  /** Actions of an overlay, and places that one of them changes. */
  overlayActions: 1_000,
  overlayTargets: 10_000,

  nameCharacters: 48,
  propertyCharacters: 64,
  parameterCharacters: 200,
  pathCharacters: 1_000,
  titleCharacters: 200,
  descriptionCharacters: 2_000,
  /** Characters of the description of one param, or of a property of a body. */
  fieldDescriptionCharacters: 400,
  /** Characters of a default value, as JSON. */
  defaultCharacters: 1_000,
  tags: 20,
  tagCharacters: 100,
} as const;
