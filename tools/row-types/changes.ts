import ts from 'typescript';
import { functionAround } from './values.ts';

export interface Changes {
  /** What is assigned to the variable after its declaration. */
  assigned: ts.Expression[];
  /** What is added to the list that it holds. */
  pushed: ts.Expression[];
}

/** What a function does to one of its variables after declaring it. Conditions and loops around it are ignored. */
export function createChanges(checker: ts.TypeChecker) {
  const known = new Map<ts.VariableDeclaration, Changes>();
  return (variable: ts.VariableDeclaration): Changes => {
    let changes = known.get(variable);
    if (!changes) {
      changes = findChanges(checker, variable);
      known.set(variable, changes);
    }
    return changes;
  };
}

function findChanges(checker: ts.TypeChecker, variable: ts.VariableDeclaration): Changes {
  const changes: Changes = { assigned: [], pushed: [] };
  const around = functionAround(variable);
  if (!around || !ts.isIdentifier(variable.name)) return changes;
  const name = variable.name.text;
  const denotesVariable = (node: ts.Node) =>
    ts.isIdentifier(node) &&
    node.text === name &&
    checker.getSymbolAtLocation(node)?.valueDeclaration === variable;
  const visit = (node: ts.Node): void => {
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      denotesVariable(node.left)
    )
      changes.assigned.push(node.right);
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'push' &&
      denotesVariable(node.expression.expression)
    )
      changes.pushed.push(...node.arguments);
    ts.forEachChild(node, visit);
  };
  visit(around);
  return changes;
}
