import type { Expand } from './unions.ts';

type Node = Record<string, unknown>;

/** A plausible value for a schema, so that every response in the reference has an example. */
export function exampleOf(schema: unknown, expand: Expand): unknown {
  const node = expand((schema ?? {}) as Node);
  if (Array.isArray(node.examples) && node.examples.length > 0) return node.examples[0];
  if ('const' in node) return node.const;
  if (Array.isArray(node.enum)) return node.enum[0];
  const branches = node.oneOf ?? node.anyOf;
  if (Array.isArray(branches)) return exampleOf(branches[0], expand);
  switch (firstType(node.type)) {
    case 'object':
      return Object.fromEntries(
        Object.entries((node.properties ?? {}) as Node).map(([name, child]) => [
          name,
          fieldExample(child, expand),
        ]),
      );
    case 'array':
      return [exampleOf(node.items, expand)];
    case 'integer':
    case 'number':
      return typeof node.minimum === 'number' ? node.minimum : 1;
    case 'boolean':
      return true;
    case 'string':
      return node.format === 'date' ? '2026-11-15' : 'text';
    default:
      return null;
  }
}

/** Nullable fields without an example are shown as null, which is the common case. */
function fieldExample(child: unknown, expand: Expand): unknown {
  const { type, examples, enum: values } = child as Node;
  const nullable = Array.isArray(type) && type.includes('null');
  return nullable && !examples && !values ? null : exampleOf(child, expand);
}

const firstType = (type: unknown) => (Array.isArray(type) ? type[0] : type);
