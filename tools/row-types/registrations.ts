import ts from 'typescript';

/**
 * Interfaces whose values features register. They reach the statements through lists and maps, which the evaluator does not
 * follow, so a statement is checked with every value that the source has. A value belongs to an interface by its type or by one
 * that extends it.
 */
const interfaces: Record<string, readonly string[]> = {
  ProjectRecords: ['ProjectRecords'],
  SubscriptionSource: ['Channel'],
  RecordHooks: ['RecordHooks'],
  TextTable: ['TextTable'],
  BlobsInUse: ['BlobsInUse'],
  UseOfFile: ['UseOfFile'],
  PartOfFile: ['PartOfFile'],
  ResponseMaterial: ['ResponseMaterial'],
};

export const isRegistered = (name: string | undefined) => name !== undefined && name in interfaces;

/** Properties of features with an SQL fragment. One feature has each of them. */
const properties = ['workspaceCounts'];

export interface Registration {
  value: ts.ObjectLiteralExpression;
  /** The type argument of the interface: the type of the rows that are selected with this value. */
  row: ts.Type | undefined;
}

export function createRegistrations(checker: ts.TypeChecker, files: readonly ts.SourceFile[]) {
  const found = new Map<string, Registration[]>();

  function find(names: readonly string[]): Registration[] {
    const registrations: Registration[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node)) {
        const type = checker.getContextualType(node);
        if (type?.symbol && names.includes(type.symbol.name))
          registrations.push({ value: node, row: checker.getTypeArguments(type as ts.TypeReference)[0] });
      }
      ts.forEachChild(node, visit);
    };
    for (const file of files) if (names.some((name) => file.text.includes(name))) visit(file);
    return registrations;
  }

  const fragments = new Map<string, ts.Expression | undefined>();

  function findFragment(name: string): ts.Expression | undefined {
    let fragment: ts.Expression | undefined;
    const visit = (node: ts.Node): void => {
      const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
      if (isNamed && node.name.getText() === name) fragment = node.initializer;
      ts.forEachChild(node, visit);
    };
    for (const file of files) if (file.text.includes(`${name}: `)) visit(file);
    return fragment;
  }

  return {
    /** All values of a type that features register; undefined if it is no such type. */
    ofType(type: ts.Type): { name: string; values: Registration[] } | undefined {
      const name = type.symbol?.name;
      const names = name === undefined ? undefined : interfaces[name];
      if (name === undefined || !names) return undefined;
      let values = found.get(name);
      if (!values) {
        values = find(names);
        found.set(name, values);
      }
      return { name, values };
    },

    /** The fragment that a feature registers as this property. */
    fragment(name: string): ts.Expression | undefined {
      if (!properties.includes(name)) return undefined;
      if (!fragments.has(name)) fragments.set(name, findFragment(name));
      return fragments.get(name);
    },
  };
}
