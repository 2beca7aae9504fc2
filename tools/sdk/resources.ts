interface Operation {
  operationId: string;
  tags: string[];
  requestBody?: unknown;
  responses: Record<string, { content?: { 'application/json'?: { schema?: { $ref?: string } } } }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/** A method of a resource. */
interface Method {
  name: string;
  operationId: string;
  verb: string;
  path: string;
  isList: boolean;
  hasBody: boolean;
}

/** The methods of each resource. A resource is a tag of the document. */
export function listResources({ paths }: OpenApi): Map<string, Method[]> {
  const resources = new Map<string, Method[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [verb, operation] of Object.entries(operations)) {
      const { operationId, tags, requestBody, responses } = operation;
      const [tag] = tags;
      if (tag === undefined || operationId === 'getOpenApi') continue;
      const ref = responses[200]?.content?.['application/json']?.schema?.$ref ?? '';
      const methods = resources.get(toCamelCase(tag)) ?? [];
      methods.push({
        name: methodName(operationId, tag),
        operationId,
        verb: verb.toUpperCase(),
        path,
        isList: ref.endsWith('Page'),
        hasBody: requestBody !== undefined,
      });
      resources.set(toCamelCase(tag), methods);
    }
  }
  for (const [resource, methods] of resources) {
    const names = methods.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice) throw new Error(`Two methods of ${resource} are called ${twice}.`);
  }
  return resources;
}

/** `createProject` of the tag Projects is `create`; `createTagging` of the tag Tags remains `createTagging`. */
function methodName(operationId: string, tag: string): string {
  const singular = tag.replace(/s$/, '');
  const own = new RegExp(`^([a-z]+)(?:${tag}|${singular})$`).exec(operationId);
  return own?.[1] ?? operationId;
}

const toCamelCase = (tag: string) => `${tag.charAt(0).toLowerCase()}${tag.slice(1)}`;

export function renderResources(resources: Map<string, Method[]>): string {
  const lines = [...resources].map(([resource, methods]) => {
    const entries = methods.map(
      ({ name, operationId, verb, path, isList, hasBody }) =>
        `    ${name}: ['${operationId}', '${verb}', '${path}', '${isList ? 'list' : hasBody ? 'body' : 'query'}'],\n`,
    );
    return `  ${resource}: {\n${entries.join('')}  },\n`;
  });
  return `// Generated from openapi.json by "npm run openapi". Do not edit.

/** For each method of a resource: operation, HTTP method, path, and what its last argument is. */
export const resourceTable = {\n${lines.join('')}} as const;\n`;
}
