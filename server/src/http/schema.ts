import Type, {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
} from 'typebox';
import { type IdKind, idPrefixes } from '../foundation/ids.ts';
import {
  metadataKeyMax,
  metadataPairsMax,
  metadataValueMax,
  pageSizeDefault,
  pageSizeMax,
} from '../foundation/limits.ts';

/** Custom keywords, which are removed from the OpenAPI document. */
export const messageKeyword = 'x-message';
/** Messages for fields that an object does not accept although a client may expect it, by name. */
export const unknownFieldsKeyword = 'x-unknown-fields';
export const referenceKeyword = 'x-reference';
/** Rules that are in the document but checked by a service, which returns a better message. */
export const documentKeyword = 'x-document';

/** The document shows the object as a union of complete objects (openapi/unions.ts). The validator ignores both keywords. */
export const variantsKeyword = 'x-variants';
export const payloadsKeyword = 'x-payloads';

/** One of the alternatives of a request body. A service checks the same rules, with better messages. */
export interface Variant {
  /** Added to the title of the body. */
  suffix: string;
  description: string;
  required: string[];
  /** Fields of the body that this alternative does not have. */
  without: string[];
  /** Fields that have another schema in this alternative. */
  fields?: Record<string, object>;
  example: object;
}

/** The schema of `field` depends on `type`; a schema for each type is collected from the features. */
export interface PayloadUnion {
  of: 'job' | 'event';
  field: string;
  /** Only the object with this type. */
  only?: string;
}

/** What depends on the type of a job or of an event. */
export type Payloads = Record<PayloadUnion['of'], Record<string, { description: string; schema: TSchema }>>;

/** A URL to which the server sends requests. The guarded client decides which URLs are allowed. */
export const OutboundUrl = (options: TSchemaOptions = {}) =>
  Type.String({
    minLength: 1,
    format: 'absolute-url',
    [documentKeyword]: { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://' },
    ...options,
  });

/** At most one of two fields of a body. Linters require that every required field is in the properties. */
export const notTogether = (one: string, other: string): TSchemaOptions => ({
  [documentKeyword]: { not: { required: [one, other], properties: { [one]: {}, [other]: {} } } },
});

/** Schemas shared by all features: JSON Schema that validates, types and documents. */

/** Request objects refuse unknown fields (spec §1.4). */
export const Input = <T extends TProperties>(properties: T, options: TSchemaOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false });

/** A response resource; the title makes it a named component of the OpenAPI document. */
export const Resource = <T extends TProperties>(
  title: string,
  properties: T,
  options: TSchemaOptions = {},
): TObject<T> => Type.Object(properties, { title, ...options });

export const Id = (kind: IdKind, description?: string) =>
  Type.String({ description, examples: [`${idPrefixes[kind]}_01k9p3v7e8r5ys1q2w4x6z8abc`] });

export const DateTime = (description?: string) =>
  Type.Unsafe<Date>({
    type: 'string',
    format: 'date-time',
    description,
    examples: ['2026-11-15T09:30:00.000Z'],
  });

/** Written as a list of types, not as a union, because that is shorter in the document and faster to validate. */
export function Nullable<S extends TSchema>(schema: S) {
  const { type, enum: values, anyOf, title, ...rest } = schema as Record<string, unknown>;
  if (anyOf || title || typeof type !== 'string') {
    return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] });
  }
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  });
}

export const OneOf = <const T extends readonly string[]>(values: T, options: TSchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

export const Text = (min: number, max: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: min, maxLength: max, ...options });

/** Text with at least one visible character (foundation/visible-text.ts), for example a name or a title. */
export const VisibleText = (min: number, max: number, options: TSchemaOptions = {}) =>
  Text(min, max, { format: 'visible', [documentKeyword]: { pattern: '\\S' }, ...options });

/** Text that matches a regular expression. `message` describes the format for people. */
export const Pattern = (pattern: string, message: string, options: TSchemaOptions = {}) =>
  Type.String({ pattern, [messageKeyword]: message, ...options });

/**
 * A tag of BCP 47: language, then script, region and one variant if there are any, such as `en`, `pt-BR`, `zh-Hant-TW` and
 * `de-CH-1901`. `Intl` accepts every text that matches.
 */
export const languagePattern =
  '[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))?';

export const Language = (description = 'Language code (BCP 47).') =>
  Pattern(`^${languagePattern}$`, 'Use a language code such as en or pt-BR.', {
    maxLength: 35,
    description,
    examples: ['en', 'pt-BR'],
  });

/** One address without a name, in any script (foundation/email-address.ts). The document says `email`, which clients know. */
export const EmailAddress = (description?: string) =>
  Type.String({
    format: 'email-address',
    maxLength: 254,
    [documentKeyword]: { format: 'email' },
    description,
    examples: ['ada@example.com'],
  });

/** A name of the IANA time zone database. */
export const Timezone = (description = 'Time zone (IANA).') =>
  Type.String({ format: 'timezone', maxLength: 64, description, examples: ['Europe/Berlin'] });

/** Filter: one of these values, or several separated by commas. */
export const SomeOf = (values: readonly string[], options: TSchemaOptions = {}) => {
  const one = `(${values.map((value) => value.replaceAll('.', '\\.')).join('|')})`;
  const list = values.join(', ');
  return Pattern(`^${one}(,${one})*$`, `Use one of: ${list}; or several, separated by commas.`, {
    description: `One or several, separated by commas: ${list}.`,
    examples: [values[0], values.slice(0, 2).join(',')],
    ...options,
  });
};

/** Filter: the id of a record that the caller can see, or several separated by commas (gates/references.ts). */
export const IdFilter = (kind: IdKind, options: TSchemaOptions = {}) =>
  Type.String({
    maxLength: 2000,
    [referenceKeyword]: kind,
    description: `The id of a ${kind}, or several, separated by commas.`,
    examples: [`${idPrefixes[kind]}_01k9p3v7e8r5ys1q2w4x6z8abc`],
    ...options,
  });

/** Filter: part of a text. An empty value means no filter. */
export const SearchText = (where: string) =>
  Type.String({ maxLength: 200, description: `Part of the ${where}, ignoring case.` });

export const Metadata = () =>
  Type.Unsafe<Record<string, string>>({
    title: 'Metadata',
    type: 'object',
    description: `Your own key-value pairs: up to ${metadataPairsMax}, keys up to ${metadataKeyMax} characters, values up to ${metadataValueMax}.`,
    maxProperties: metadataPairsMax,
    propertyNames: { minLength: 1, maxLength: metadataKeyMax },
    additionalProperties: { type: 'string', maxLength: metadataValueMax },
    examples: [{ team: 'growth' }],
  });

export const commonFields = (kind: IdKind) => ({
  id: Id(kind, 'Opaque and unique. Ids of one kind sort by creation time.'),
  created_at: DateTime('Time of creation (UTC).'),
  updated_at: DateTime('Time of the last change to this record (UTC).'),
  created_by: Nullable(
    Type.String({ description: 'The user who created it; null if AI or a participant did.' }),
  ),
});

export const ProjectId = () => Id('project', 'The project that it belongs to.');

export const Deleted = (kind: IdKind) =>
  Type.Object(
    {
      id: Id(kind, 'The record that was deleted.'),
      deleted: Type.Literal(true, { description: 'Always true.' }),
    },
    { title: `${toPascalCase(kind)}Deletion`, description: 'Confirms the deletion.' },
  );

/** `test.response.submitted` → `TestResponseSubmitted`. */
export const toPascalCase = (name: string) =>
  name.replace(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());

export const Cursor = () =>
  Type.String({
    format: 'cursor',
    description: '`meta.next_cursor` of the previous page.',
    [documentKeyword]: { pattern: '^[A-Za-z0-9_-]{1,2000}$' },
  });

/** The parameters of every list (spec §1.8). */
export const listQuery = <const Sorts extends readonly string[], Filters extends TProperties>(
  sorts: Sorts,
  filters: Filters,
) =>
  Input({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: pageSizeMax,
        default: pageSizeDefault,
        description: 'Records per page.',
      }),
    ),
    cursor: Type.Optional(Cursor()),
    sort: Type.Optional(
      OneOf(sorts, { default: sorts[0], description: 'Sort order; `-` means descending.' }),
    ),
    created_after: Type.Optional(DateTimeInput('Only rows created after this instant.')),
    created_before: Type.Optional(DateTimeInput('Only rows created before this instant.')),
    updated_since: Type.Optional(DateTimeInput('Only rows changed at or after this instant.')),
    ...filters,
  });

export const DateTimeInput = (description?: string) =>
  Type.String({ format: 'date-time', maxLength: 64, description, examples: ['2026-11-15T09:30:00.000Z'] });
