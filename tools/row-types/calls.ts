import ts from 'typescript';
import { calledName } from './callers.ts';

/** A call that sends a statement to PostgreSQL and returns its rows as a type of TypeScript. */
export interface DatabaseCall {
  call: ts.CallExpression;
  /**
   * Where the statement is. `statement`: the first argument, an SQL fragment or a function that returns one. `text`: the first
   * argument, a string for a connection of pg. `list`: the second argument, a plan of a keyset page. `page`: the second
   * argument is the start of the statement, and the called object has the rest.
   */
  kind: 'statement' | 'text' | 'list' | 'page';
  /** The type of a row; undefined if the caller does not read rows. */
  row: ts.Type | undefined;
}

const methods = new Set(['query', 'lookUp', 'tryWrite', 'send']);

/** `listPage` and `planPage().run`, whose statement is checked for each list. */
const pages = 'platform/database/keyset-page.ts';

export function findCalls(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): DatabaseCall[] {
  const found: DatabaseCall[] = [];
  for (const file of files) {
    if (file.fileName.endsWith(pages)) continue;
    const visit = (node: ts.Node): void => {
      const kind = ts.isCallExpression(node) ? kindOf(checker, node) : undefined;
      if (kind) {
        const call = node as ts.CallExpression;
        found.push({ call, kind, row: rowOf(checker, call, kind) });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

function kindOf(checker: ts.TypeChecker, call: ts.CallExpression): DatabaseCall['kind'] | undefined {
  const name = calledName(call) ?? '';
  if (!methods.has(name) && name !== 'listPage' && name !== 'run') return undefined;
  const { expression } = call;
  const named = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const symbol = checker.getSymbolAtLocation(named);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const file = target?.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (file.endsWith(pages)) return name === 'listPage' ? 'list' : name === 'run' ? 'page' : undefined;
  if (!methods.has(name)) return undefined;
  if (file.endsWith('platform/database/db.ts')) return 'statement';
  // Without a type of its rows, pg returns `any`, which biome refuses to use.
  return file.includes('/@types/pg/') && call.typeArguments ? 'text' : undefined;
}

function rowOf(
  checker: ts.TypeChecker,
  call: ts.CallExpression,
  kind: DatabaseCall['kind'],
): ts.Type | undefined {
  const explicit = call.typeArguments?.[0];
  if (explicit) return checker.getTypeFromTypeNode(explicit);
  if (calledName(call) === 'send') return undefined;
  const returned = checker.getResolvedSignature(call)?.getReturnType();
  const result = returned && checker.getAwaitedType(returned);
  if (!result) return undefined;
  if (kind === 'list') return checker.getTypeArguments(result as ts.TypeReference)[0];
  const rows = checker.getNonNullableType(result);
  const row = checker.getIndexTypeOfType(rows, ts.IndexKind.Number);
  return row && row.flags & ts.TypeFlags.Unknown ? undefined : row;
}
