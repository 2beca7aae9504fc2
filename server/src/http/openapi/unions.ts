import {
  type Payloads,
  type PayloadUnion,
  payloadsKeyword,
  toPascalCase,
  type Variant,
  variantsKeyword,
} from '../schema.ts';

export type Json = Record<string, unknown>;

/** Replaces a schema that describes several objects by their union. Other schemas are returned as they are. */
export type Expand = (schema: Json) => Json;

/**
 * Routes validate and build such an object as one flat schema, which is fast and gives one message for each fault. Generated
 * clients need a union whose branches are complete: each with its own properties and required fields.
 */
export function createExpand(payloads: Payloads): Expand {
  // Plain JSON, because TypeBox schemas have hidden properties.
  const plain = JSON.parse(JSON.stringify(payloads)) as Payloads;
  return (schema) => {
    if (variantsKeyword in schema) return expandVariants(schema);
    if (payloadsKeyword in schema) return expandPayloads(schema, plain);
    return schema;
  };
}

/** The alternatives of a request body: each has a part of the fields. */
function expandVariants({ [variantsKeyword]: variants, ...flat }: Json): Json {
  const { title, description, properties } = flat as {
    title?: string;
    description: string;
    properties: Json;
  };
  if (title === undefined) throw new Error(`A schema with variants needs a title: ${description}`);
  return {
    title,
    description,
    oneOf: (variants as Variant[]).map(({ suffix, required, without, fields, ...rest }) => ({
      ...flat,
      title: `${title}${suffix}`,
      description: rest.description,
      required,
      properties: {
        ...Object.fromEntries(Object.entries(properties).filter(([name]) => !without.includes(name))),
        ...fields,
      },
      examples: [rest.example],
    })),
  };
}

/** A record whose field `type` decides the type of another field: one object for each type. */
function expandPayloads({ [payloadsKeyword]: union, ...flat }: Json, payloads: Payloads): Json {
  const { of, field, only } = union as PayloadUnion;
  const variants = Object.entries(payloads[of] ?? {}).map(([type, { description, schema }]) => ({
    ...flat,
    title: `${toPascalCase(type)}${flat.title}`,
    description,
    properties: {
      ...(flat.properties as Json),
      type: {
        type: 'string',
        const: type,
        description: (flat.properties as { type: Json }).type.description,
      },
      [field]: schema,
    },
  }));
  const ref = ({ title }: Json) => `#/components/schemas/${title}`;
  const byType = new Map(variants.map((variant) => [variant.properties.type.const, variant]));
  if (only !== undefined) {
    const variant = byType.get(only);
    if (!variant) throw new Error(`No feature describes the ${field} of ${only}.`);
    return variant;
  }
  return {
    title: flat.title,
    description: flat.description,
    oneOf: variants,
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries([...byType].map(([type, variant]) => [type, ref(variant)])),
    },
  };
}
