import ts from 'typescript';
import { isRegistered } from './registrations.ts';

/** Finds the calls of a function, for statements that depend on its arguments. */
export function createCallers(checker: ts.TypeChecker, files: readonly ts.SourceFile[]) {
  const byName = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node);
      const calls = name === undefined ? undefined : byName.get(name);
      if (calls) calls.push(node);
      else if (name !== undefined) byName.set(name, [node]);
    }
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);

  const calls = (declaration: ts.Node, name: string) =>
    (byName.get(name) ?? []).filter(({ expression }) => {
      const symbol = checker.getSymbolAtLocation(
        ts.isPropertyAccessExpression(expression) ? expression.name : expression,
      );
      const target =
        symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const found = target?.valueDeclaration;
      return found !== undefined && (found === declaration || implementsMember(declaration, found));
    });

  /** A method that is called through an interface has another declaration than its implementation. */
  function implementsMember(declaration: ts.Node, member: ts.Node): boolean {
    if (ts.isFunctionDeclaration(declaration))
      return ts.isInterfaceDeclaration(member.parent) && isRegistered(member.parent.name.text);
    if (!ts.isObjectLiteralExpression(declaration.parent)) return false;
    return (
      checker
        .getContextualType(declaration.parent)
        ?.symbol?.declarations?.includes(member.parent as ts.Declaration) ?? false
    );
  }

  /** One map for each caller: the called functions and the calls that give them their arguments. */
  return (callee: ts.SignatureDeclaration): Map<ts.SignatureDeclaration, ts.CallExpression>[] => {
    const declaration =
      ts.isFunctionDeclaration(callee) || ts.isMethodDeclaration(callee) ? callee : callee.parent;
    if (ts.isReturnStatement(declaration)) return callsOfReturned(callee);
    const name = (declaration as ts.NamedDeclaration).name?.getText();
    if (name === undefined) return [];
    return calls(declaration, name).map((call) => new Map([[callee, call]]));
  };

  /** For a function that another one returns: a call of the variable that holds it. */
  function callsOfReturned(callee: ts.SignatureDeclaration) {
    const maker = ts.findAncestor(callee.parent, ts.isFunctionDeclaration);
    if (!maker?.name) return [];
    return calls(maker, maker.name.text).flatMap((making) => {
      const variable = making.parent;
      if (!ts.isVariableDeclaration(variable) || !ts.isIdentifier(variable.name)) return [];
      return calls(variable, variable.name.text).map(
        (call) =>
          new Map<ts.SignatureDeclaration, ts.CallExpression>([
            [maker, making],
            [callee, call],
          ]),
      );
    });
  }
}

export function calledName({ expression }: ts.CallExpression): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : undefined;
}
