type Node = Record<string, unknown>;

interface Document {
  paths: Record<string, Record<string, Node>>;
  components?: Record<string, Record<string, Node>>;
}

/** Changes in the new document that can break a client of the released one: one line for each. */
export function findIncompatibleChanges(released: Document, current: Document): string[] {
  const breaks: string[] = [];
  for (const [path, operations] of Object.entries(released.paths)) {
    for (const [method, before] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      const after = current.paths[path]?.[method];
      if (!after) {
        breaks.push(`${name} was removed`);
        continue;
      }
      const compare = comparer(released, current, breaks);
      compareParameters(name, before, after, compare, breaks);
      compare.request(`${name} body`, bodySchema(before.requestBody), bodySchema(after.requestBody));
      for (const [status, response] of Object.entries((before.responses ?? {}) as Node)) {
        const now = (after.responses as Node | undefined)?.[status];
        if (!now) breaks.push(`${name} no longer returns ${status}`);
        else
          compare.response(
            `${name} ${status}`,
            bodySchema(compare.old(response)),
            bodySchema(compare.new(now)),
          );
      }
    }
  }
  return [...new Set(breaks)];
}

const bodySchema = (holder: unknown): unknown =>
  ((holder as Node | undefined)?.content as Record<string, Node> | undefined)?.['application/json']?.schema;

function comparer(released: Document, current: Document, breaks: string[]) {
  const follow =
    (document: Document) =>
    (node: unknown): Node => {
      const ref = (node as Node | undefined)?.$ref;
      if (typeof ref !== 'string') return (node ?? {}) as Node;
      const target = ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Node | undefined)?.[key.replaceAll('~1', '/')], document);
      return (target ?? {}) as Node;
    };
  const old = follow(released);
  const now = follow(current);
  const seen = new Set<string>();

  const visit = (where: string, before: unknown, after: unknown, side: 'request' | 'response'): void => {
    const key = `${side} ${where}`;
    if (before === undefined || seen.has(key) || where.split('.').length > 12) return;
    seen.add(key);
    const [a, b] = [old(before), now(after)];
    compareTypes(where, a, b, side, breaks);
    const [fieldsBefore, fieldsAfter] = [(a.properties ?? {}) as Node, (b.properties ?? {}) as Node];
    for (const [field, schema] of Object.entries(fieldsBefore)) {
      if (field in fieldsAfter) visit(`${where}.${field}`, schema, fieldsAfter[field], side);
      else breaks.push(`${where}.${field} was removed`);
    }
    const requiredBefore = new Set((a.required ?? []) as string[]);
    const requiredAfter = new Set((b.required ?? []) as string[]);
    if (side === 'request') {
      for (const field of requiredAfter)
        if (!requiredBefore.has(field)) breaks.push(`${where}.${field} became required`);
    } else {
      for (const field of requiredBefore)
        if (!requiredAfter.has(field)) breaks.push(`${where}.${field} is no longer always there`);
    }
    if (a.items) visit(`${where}[]`, a.items, b.items, side);
    const branchesAfter = branchesOf(b);
    for (const [name, branch] of branchesOf(a)) {
      const same = branchesAfter.get(name);
      // A response may leave an alternative out, because clients handle each of them.
      if (same) visit(`${where}<${name}>`, branch, same, side);
      else if (side === 'request') breaks.push(`${where} no longer accepts ${name}`);
    }
  };
  return {
    old,
    new: now,
    request: (where: string, before: unknown, after: unknown) => visit(where, before, after, 'request'),
    response: (where: string, before: unknown, after: unknown) => visit(where, before, after, 'response'),
  };
}

/** The alternatives of a union by name: a component by its path, another schema by its type. */
const branchesOf = ({ oneOf, anyOf }: Node) =>
  new Map(
    ((oneOf ?? anyOf ?? []) as Node[]).map((branch) => [String(branch.$ref ?? branch.type), branch] as const),
  );

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** Accepting more input or adding a response value is allowed; accepting less or changing a type is not. */
function compareTypes(
  where: string,
  before: Node,
  after: Node,
  side: 'request' | 'response',
  breaks: string[],
): void {
  const [typesBefore, typesAfter] = [listOf(before.type), listOf(after.type)];
  const lost = typesBefore.filter((type) => !typesAfter.includes(type));
  const gained = typesAfter.filter((type) => !typesBefore.includes(type));
  if (typesBefore.length > 0 && (side === 'request' ? lost.length > 0 : gained.length > 0)) {
    breaks.push(
      `${where} changed its type from ${typesBefore.join('|')} to ${typesAfter.join('|') || 'nothing'}`,
    );
  }
  const valuesAfter = listOf(after.enum);
  if (side === 'request' && before.enum && valuesAfter.length > 0) {
    for (const value of listOf(before.enum))
      if (!valuesAfter.includes(value)) breaks.push(`${where} no longer accepts ${value}`);
  }
  if (side === 'request') {
    for (const [limit, tighter] of [
      ['maxLength', -1],
      ['maximum', -1],
      ['maxItems', -1],
      ['minLength', 1],
      ['minimum', 1],
      ['minItems', 1],
    ] as const) {
      const [was, is] = [before[limit], after[limit]];
      if (
        typeof is === 'number' &&
        (typeof was !== 'number' ? !(limit.startsWith('min') && is === 0) : Math.sign(is - was) === tighter)
      ) {
        breaks.push(`${where} is narrower: ${limit} is ${is}`);
      }
    }
  }
}

function compareParameters(
  name: string,
  before: Node,
  after: Node,
  compare: ReturnType<typeof comparer>,
  breaks: string[],
): void {
  const byName = (operation: Node) =>
    new Map(
      ((operation.parameters ?? []) as Node[]).map((parameter) => [
        `${parameter.in} ${parameter.name}`,
        parameter,
      ]),
    );
  const [old, now] = [byName(before), byName(after)];
  for (const [key, parameter] of old) {
    const current = now.get(key);
    if (!current) breaks.push(`${name} no longer accepts ${key}`);
    else compare.request(`${name} ${key}`, parameter.schema, current.schema);
  }
  for (const [key, parameter] of now) {
    if (parameter.required === true && old.get(key)?.required !== true)
      breaks.push(`${name} now needs ${key}`);
  }
}
