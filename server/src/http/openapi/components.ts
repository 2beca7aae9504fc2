import { documentKeyword, messageKeyword, referenceKeyword, unknownFieldsKeyword } from '../schema.ts';
import type { Expand, Json } from './unions.ts';

/**
 * Schemas with a title become named components and are referred to: the document stays readable, and generated
 * clients get one type for a project, not one for each place that returns it.
 */
export function hoistComponents(
  tree: Json,
  expand: Expand,
): { document: Json; schemas: Record<string, Json> } {
  const schemas: Record<string, Json> = {};
  /** Most schemas are the same object in many places. */
  const visited = new Map<object, unknown>();

  const visit = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (!visited.has(node))
      visited.set(node, Array.isArray(node) ? node.map(visit) : visitSchema(node as Json));
    return visited.get(node);
  };

  const visitSchema = (node: Json): Json => {
    const { [documentKeyword]: documented, ...rest } = expand(node);
    const known = Object.entries({ ...rest, ...(documented as Json | undefined) }).filter(
      ([key, value]) => value !== undefined && !ownKeywords.includes(key),
    );
    const entries = known.map(([key, value]) => [key, isPayload(key) ? value : visit(value)]);
    const copy: Json = Object.fromEntries(entries);
    const { title } = copy;
    if (typeof title !== 'string' || !('type' in copy || 'oneOf' in copy)) return copy;
    const same = schemas[title];
    if (same && JSON.stringify(same) !== JSON.stringify(copy)) {
      throw new Error(`Two different schemas are called ${title}.`);
    }
    schemas[title] = copy;
    return { $ref: `#/components/schemas/${title}` };
  };
  return { document: visit(tree) as Json, schemas };
}

const ownKeywords: string[] = [messageKeyword, referenceKeyword, unknownFieldsKeyword];

/** Values that are examples, not schemas. */
const isPayload = (key: string) => ['example', 'examples', 'enum', 'const', 'default'].includes(key);
