import ts from 'typescript';
import { functionAround } from './values.ts';

export const nameOf = (name: ts.PropertyName | ts.BindingName) =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();

/** The same condition in the same function has the same outcome. */
export const keyOf = (node: ts.Node) =>
  `${node.getSourceFile().fileName}:${functionAround(node)?.pos}:${node.getText()}`;

/** The values of a string that has only a few. */
export function literalsOf(type: ts.Type): string[] | undefined {
  const options = type.isUnion() ? type.types : [type];
  const literals = options.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  return literals.length > 0 && literals.length === options.length ? literals : undefined;
}

function throws(statement: ts.Statement): boolean {
  if (ts.isThrowStatement(statement)) return true;
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : undefined;
  return last !== undefined && ts.isThrowStatement(last);
}

export function rootOf(element: ts.BindingElement): ts.VariableDeclaration | ts.ParameterDeclaration {
  const owner = element.parent.parent;
  return ts.isBindingElement(owner) ? rootOf(owner) : owner;
}

/** The expression that a function returns. Variables are evaluated when they are used, so only branches are followed. */
export function findReturn(
  statement: ts.Statement,
  holds: (condition: ts.Expression) => boolean,
): ts.Expression | undefined {
  if (ts.isReturnStatement(statement)) return statement.expression;
  if (ts.isBlock(statement)) {
    for (const one of statement.statements) {
      const returned = findReturn(one, holds);
      if (returned) return returned;
    }
  } else if (ts.isIfStatement(statement)) {
    const { thenStatement, elseStatement, expression } = statement;
    if (!throws(thenStatement) && holds(expression)) return findReturn(thenStatement, holds);
    return elseStatement && findReturn(elseStatement, holds);
  }
  return undefined;
}

/** The result of an operator; undefined for an operator that does not occur in statements. */
export function compute(operator: ts.SyntaxKind, a: unknown, b: unknown): unknown {
  if (operator === ts.SyntaxKind.EqualsEqualsEqualsToken) return a === b;
  if (operator === ts.SyntaxKind.ExclamationEqualsEqualsToken) return a !== b;
  if (operator === ts.SyntaxKind.GreaterThanToken) return Number(a) > Number(b);
  if (operator === ts.SyntaxKind.InKeyword) return String(a) in (b as object);
  if (operator === ts.SyntaxKind.PlusToken) return typeof a === 'string' ? `${a}${b}` : Number(a) + Number(b);
  return undefined;
}
