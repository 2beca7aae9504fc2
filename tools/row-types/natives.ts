import { createRequire } from 'node:module';
import ts from 'typescript';
import { empty, join, raw, sql } from '../../server/src/platform/database/index.ts';
import { jsonRow } from '../../server/src/platform/database/json-row.ts';
import { type ListPlan, planPage } from '../../server/src/platform/database/keyset-page.ts';

type Native = (...values: never[]) => unknown;

/** Functions that run instead of being evaluated from their source, by the file that declares them. */
const functions: Record<string, Record<string, Native>> = {
  'sql-template-tag': { join, raw },
  'platform/database/keyset-page.ts': {
    // A name and a query of the request do not change the columns.
    planPage: (plan: ListPlan) => planPage({ ...plan, name: 'a list', query: {} }),
  },
  'platform/database/json-row.ts': { jsonRow },
};

const objectFunctions: Record<string, Native> = {
  entries: (value: object) => Object.entries(value),
  keys: (value: object) => Object.keys(value),
  values: (value: object) => Object.values(value),
};

/** Finds the function of a call that runs instead of being evaluated. */
export function createNatives(checker: ts.TypeChecker) {
  return ({ expression }: ts.CallExpression): Native | undefined => {
    if (ts.isPropertyAccessExpression(expression))
      return expression.expression.getText() === 'Object' ? objectFunctions[expression.name.text] : undefined;
    if (!ts.isIdentifier(expression)) return undefined;
    if (expression.text === 'String') return String as Native;
    const named = checker.getSymbolAtLocation(expression);
    const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    const file = fileOf(symbol);
    const names = Object.entries(functions).find(([path]) => file?.includes(path))?.[1];
    return symbol && names?.[symbol.name];
  };
}

/** The tag `sql` and the fragment `empty`. */
export function libraryConstant(symbol: ts.Symbol): unknown {
  if (!fileOf(symbol)?.includes('sql-template-tag')) return undefined;
  if (symbol.name === 'default') return sql;
  return symbol.name === 'empty' ? empty : undefined;
}

const fileOf = (symbol: ts.Symbol | undefined) => symbol?.declarations?.[0]?.getSourceFile().fileName;

const require = createRequire(import.meta.url);

/** The value of an exported constant, as the server has it. */
export function loadConstant(variable: ts.VariableDeclaration): unknown {
  const statement = variable.parent.parent;
  const isExported =
    ts.isVariableStatement(statement) &&
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return undefined;
  return require(variable.getSourceFile().fileName)[variable.name.getText()];
}
