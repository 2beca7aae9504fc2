import ts from 'typescript';
import type { Column } from './describe.ts';

/** Compares the columns that PostgreSQL returns with the properties of the row's type. Returns the differences. */
export function compareRow(checker: ts.TypeChecker, rows: readonly ts.Type[], columns: Column[]): string[] {
  // pg stores the last of several columns with the same name.
  const byName = new Map(columns.map((column) => [column.name, column]));
  const differences: string[] = [];
  for (const [name, types] of propertiesOf(checker, rows)) {
    const column = byName.get(name);
    const declared = types.map((type) => checker.typeToString(type)).join(' | ');
    const isOptional = types.some(
      (type) => type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Unknown) || isOptionalUnion(type),
    );
    if (!column) {
      if (!isOptional)
        differences.push(`${name}: ${declared}, but the statement returns no column "${name}"`);
    } else if (column.type !== 'json' && types.some((type) => type.flags & ts.TypeFlags.Any))
      differences.push(`${name}: any, but the column is ${column.type}`);
    else if (!types.every((type) => accepts(checker, type, column.type)))
      differences.push(`${name}: ${declared}, but the column is ${column.type}`);
    else if (column.isNullable && !types.some(acceptsNull))
      differences.push(`${name}: ${declared}, but the column can be null`);
  }
  return differences;
}

/** The types of each property, of all members of a union. */
function propertiesOf(checker: ts.TypeChecker, rows: readonly ts.Type[]): Map<string, ts.Type[]> {
  const properties = new Map<string, ts.Type[]>();
  for (const row of rows.flatMap((one) => (one.isUnion() ? one.types : [one])))
    for (const property of checker.getPropertiesOfType(row)) {
      const type = checker.getTypeOfSymbol(property);
      properties.set(property.name, [...(properties.get(property.name) ?? []), type]);
    }
  return properties;
}

const isOptionalUnion = (type: ts.Type) =>
  type.isUnion() && type.types.some((one) => one.flags & ts.TypeFlags.Undefined);

const anything = ts.TypeFlags.Any | ts.TypeFlags.Unknown;
const nothing = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

function acceptsNull(type: ts.Type): boolean {
  if (type.flags & (anything | ts.TypeFlags.Null)) return true;
  return type.isUnion() && type.types.some(acceptsNull);
}

/** Whether values of the column can have the type. A literal type may be narrower than its column. */
function accepts(checker: ts.TypeChecker, type: ts.Type, column: string): boolean {
  if (type.flags & (anything | nothing) || column === 'json') return true;
  if (type.isUnion()) return type.types.every((one) => accepts(checker, one, column));
  if (type.isIntersection()) return type.types.some((one) => accepts(checker, one, column));
  if (column.endsWith('[]')) {
    const item = checker.isArrayType(type) && checker.getTypeArguments(type as ts.TypeReference)[0];
    return item ? accepts(checker, item, column.slice(0, -2)) : false;
  }
  if (column === 'string') return (type.flags & ts.TypeFlags.StringLike) !== 0;
  if (column === 'number') return (type.flags & ts.TypeFlags.NumberLike) !== 0;
  if (column === 'boolean') return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
  return type.symbol?.name === column;
}
