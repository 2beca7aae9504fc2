import ts from 'typescript';
import { isRegistered } from './registrations.ts';

/** How deep a property may be nested in the type of an argument that has SQL fragments. */
const depthMax = 4;

/** Decides whether a value of a type is, contains or returns an SQL fragment. */
export function createSqlTypes(checker: ts.TypeChecker) {
  const known = new Map<ts.Type, boolean>();

  function find(type: ts.Type, depth: number): boolean {
    if (depth > depthMax) return false;
    if (type.isUnionOrIntersection()) return type.types.some((one) => find(one, depth));
    if (!(type.flags & ts.TypeFlags.Object)) return false;
    const name = type.symbol?.name;
    if (name === 'Sql') return true;
    // A registered value is found by its type, so its owner need not be evaluated.
    if (depth > 0 && isRegistered(name)) return false;
    if (name === 'Promise' || checker.isArrayType(type) || checker.isTupleType(type))
      return checker.getTypeArguments(type as ts.TypeReference).some((one) => find(one, depth));
    // The symbol of a mapped type, such as Omit, is in a library, but its properties are not.
    const isMapped = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped;
    if (!isMapped && isForeign(type.symbol)) return false;
    if (type.getCallSignatures().some((one) => find(one.getReturnType(), depth + 1))) return true;
    const index = type.getStringIndexType();
    if (index && find(index, depth + 1)) return true;
    return type
      .getProperties()
      .some((one) => !isForeign(one) && find(checker.getTypeOfSymbol(one), depth + 1));
  }

  return (type: ts.Type): boolean => {
    let result = known.get(type);
    if (result === undefined) {
      known.set(type, false);
      result = find(type, 0);
      known.set(type, result);
    }
    return result;
  };
}

function isForeign(symbol: ts.Symbol | undefined): boolean {
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName;
  return file?.includes('/node_modules/') ?? false;
}
