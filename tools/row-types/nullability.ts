/** A node of a plan of PostgreSQL, as EXPLAIN (VERBOSE, FORMAT JSON) prints it. */
export interface Plan {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Join Type'?: string;
  Strategy?: string;
  Alias?: string;
  'Relation Name'?: string;
  Output?: string[];
  Filter?: string;
  'Join Filter'?: string;
  'Hash Cond'?: string;
  'Merge Cond'?: string;
  Plans?: Plan[];
}

/** Aggregates that are null if they have no rows. */
const aggregate =
  /^\(*(?:max|min|sum|avg|string_agg|array_agg|jsonb?_agg|bool_or|bool_and|percentile_cont)\(/;

/**
 * Finds which results of a statement can be null, from its plan. `isNullable` is what the table says about a column that is
 * selected directly. The result is undefined if neither is certain; then both types are accepted.
 */
export function findNullable(plan: Plan) {
  const output = plan.Output ?? [];
  const tables = new Set<string>();
  const outer = new Set<string>();
  const conditions: string[] = [];
  collect(plan, false);

  function collect(node: Plan, isOuter: boolean): void {
    if (node.Alias && node['Relation Name']) tables.add(node.Alias);
    if (node.Alias && isOuter) outer.add(node.Alias);
    const join = node['Join Type'];
    if (node.Filter) conditions.push(node.Filter);
    if (join === 'Inner')
      for (const condition of [node['Join Filter'], node['Hash Cond'], node['Merge Cond']])
        if (condition) conditions.push(condition);
    for (const child of node.Plans ?? []) {
      const side = child['Parent Relationship'];
      const isPadded =
        join === 'Full' || (join === 'Left' && side === 'Inner') || (join === 'Right' && side === 'Outer');
      collect(child, isOuter || (isPadded && (side === 'Inner' || side === 'Outer')));
    }
  }

  return (index: number, isColumnNullable: boolean | undefined): boolean | undefined => {
    // With one table, the results have no alias, but the conditions do.
    const [only] = tables.size === 1 ? tables : [];
    const printed = output[index] ?? '';
    const expression = only && /^("\w+"|\w+)$/.test(printed) ? `${only}.${printed}` : printed;
    if (/^NULL::/.test(expression)) return true;
    if (isColumnNullable === undefined)
      return aggregate.test(expression) && isOneGroup(plan) ? true : undefined;
    const alias = /^"?(\w+)"?\."?\w+"?$/.exec(expression)?.[1];
    if (alias === undefined || !tables.has(alias)) return isColumnNullable ? undefined : false;
    if (outer.has(alias)) return true;
    return isColumnNullable && !conditions.some((condition) => excludesNull(condition, expression));
  };
}

/** Whether the statement aggregates all of its rows, so that there is a result even without rows. */
function isOneGroup(plan: Plan): boolean {
  if (plan['Node Type'] === 'Aggregate') return plan.Strategy === 'Plain';
  const [child] = plan.Plans ?? [];
  return child?.['Parent Relationship'] === 'Outer' && isOneGroup(child);
}

/** Expressions that can be true although a column in them is null. */
const acceptsNull =
  /IS NULL|IS DISTINCT|IS NOT DISTINCT|COALESCE|CASE|GREATEST|LEAST|num_n|concat|ROW\(|SubPlan/i;

/** Whether a condition is never true for a row in which the column is null. */
export function excludesNull(condition: string, column: string): boolean {
  const text = unwrap(condition);
  const any = split(text, ' OR ');
  if (any.length > 1) return any.every((one) => excludesNull(one, column));
  const all = split(text, ' AND ');
  if (all.length > 1) return all.some((one) => excludesNull(one, column));
  const mentions = text
    .split(column)
    .slice(1)
    .some((rest) => !/^["\w]/.test(rest));
  return mentions && !acceptsNull.test(text);
}

/** Removes parentheses around the whole text. */
function unwrap(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let i = 0; i < text.length - 1; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return text;
  }
  return unwrap(text.slice(1, -1));
}

/** Splits at an operator that is not inside parentheses. */
function split(text: string, operator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')') depth--;
    if (depth === 0 && text.startsWith(operator, i)) {
      parts.push(text.slice(from, i));
      from = i + operator.length;
    }
  }
  return [...parts, text.slice(from)];
}
