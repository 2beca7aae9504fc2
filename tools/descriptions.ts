type Node = Record<string, unknown>;

interface OpenApi {
  paths?: Record<string, Record<string, Node>>;
  webhooks?: Record<string, Record<string, Node>>;
  components?: { schemas?: Record<string, Node>; responses?: Record<string, Node> };
}

/**
 * Every field that a client can receive and that has no description, or one that only repeats its name: fields of
 * responses, of event payloads and of the components that they refer to, at any depth.
 */
export function findUndescribed(document: OpenApi): string[] {
  const faults = new Set<string>();
  const components = document.components?.schemas ?? {};
  const visited = new Set<string>();

  const visitSchema = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const node = schema as Node;
    const target = componentOf(node);
    if (target !== undefined) {
      if (visited.has(target)) return;
      visited.add(target);
      visitSchema(components[target], target);
      return;
    }
    for (const [name, field] of Object.entries((node.properties ?? {}) as Node)) {
      const fault = faultOf(name, describe(field as Node, components));
      if (fault) faults.add(`${place}.${name} ${fault}`);
      visitSchema(field, `${place}.${name}`);
    }
    visitSchema(node.items, `${place}[]`);
    visitSchema(node.additionalProperties, `${place}{}`);
    for (const keyword of ['oneOf', 'anyOf', 'allOf'])
      for (const branch of (node[keyword] ?? []) as unknown[]) visitSchema(branch, place);
  };

  const visitContent = (carrier: unknown, place: string) => {
    for (const { schema } of Object.values(((carrier as Node)?.content ?? {}) as Record<string, Node>))
      visitSchema(schema, place);
  };

  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(operations))
      for (const [status, response] of Object.entries((operation.responses ?? {}) as Node))
        visitContent(response, `${method.toUpperCase()} ${path} ${status}`);
  for (const [event, { post }] of Object.entries(document.webhooks ?? {}))
    visitContent(post?.requestBody, `event ${event}`);
  for (const [name, response] of Object.entries(document.components?.responses ?? {}))
    visitContent(response, name);
  return [...faults].sort();
}

const componentOf = ({ $ref }: Node) =>
  typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;

/** A field's own description, else that of the component that it is, or that it is unless null. */
function describe(field: Node, components: Record<string, Node>): string | undefined {
  if (typeof field.description === 'string') return field.description;
  const target = componentOf(field);
  if (target !== undefined) return components[target]?.description as string | undefined;
  const branches = ((field.anyOf ?? field.oneOf ?? []) as Node[]).filter(({ type }) => type !== 'null');
  return branches.length === 1 && branches[0] ? describe(branches[0], components) : undefined;
}

const fillers = new Set(['a', 'an', 'the', 'of', 'its', 'is', 'this', 'as', 'at', 'in', 'on']);
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !fillers.has(word));

function faultOf(name: string, description: string | undefined): string | undefined {
  if (!description?.trim()) return 'has no description';
  const known = new Set(wordsOf(name));
  return wordsOf(description).every((word) => known.has(word)) ? 'only repeats its name' : undefined;
}
