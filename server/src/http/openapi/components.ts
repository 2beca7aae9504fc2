import { documentKeyword, messageKeyword, referenceKeyword } from '../schema.ts';

export type Json = Record<string, unknown>;

/**
 * Schemas with a title become named components and are referred to: the document stays readable, and generated
 * clients get one type for a project, not one for each place that returns it.
 */
export function hoistComponents(tree: Json): { document: Json; schemas: Record<string, Json> } {
  const schemas: Record<string, Json> = {};

  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { [documentKeyword]: documented, ...rest } = node as Json;
    const known = Object.entries({ ...rest, ...(documented as Json | undefined) }).filter(
      ([key]) => !ownKeywords.includes(key),
    );
    const entries = known.map(([key, value]) => [key, isPayload(key) ? value : visit(value)]);
    const copy: Json = Object.fromEntries(entries);
    const { title } = copy;
    if (typeof title !== 'string' || !('type' in copy)) return copy;
    const same = schemas[title];
    if (same && JSON.stringify(same) !== JSON.stringify(copy)) {
      throw new Error(`Two different schemas are called ${title}.`);
    }
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  // Converted to plain JSON first, because TypeBox schemas have hidden properties.
  return { document: visit(JSON.parse(JSON.stringify(tree))) as Json, schemas };
}

const ownKeywords: string[] = [messageKeyword, referenceKeyword];

/** Values that are examples, not schemas. */
const isPayload = (key: string) => ['example', 'examples', 'enum', 'const', 'default'].includes(key);
