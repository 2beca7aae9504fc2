import ts from 'typescript';

/**
 * What the evaluator knows about a value of the program. Strings, arrays, objects, functions and SQL fragments are themselves;
 * a value that exists only when the server runs is `Unknown`. In a statement it is a parameter.
 */
export class Unknown {
  readonly node: ts.Node;
  readonly type: ts.Type;
  /** The variables at `node`; undefined if `node` does not denote the value itself, but what contains it. */
  readonly scope: Scope | undefined;
  /** The list that has this value as an item. */
  readonly list: Unknown | undefined;

  constructor(node: ts.Node, type: ts.Type, scope?: Scope, list?: Unknown) {
    this.node = node;
    this.type = type;
    this.scope = scope;
    this.list = list;
  }
}

/** The arguments of the functions that are being evaluated, by their parameters. */
export class Scope {
  readonly #bindings: ReadonlyMap<ts.Node, unknown>;
  readonly #parent: Scope | undefined;

  constructor(bindings: ReadonlyMap<ts.Node, unknown> = new Map(), parent?: Scope) {
    this.#bindings = bindings;
    this.#parent = parent;
  }

  has(parameter: ts.Node): boolean {
    return this.#bindings.has(parameter) || (this.#parent?.has(parameter) ?? false);
  }

  get(parameter: ts.Node): unknown {
    return this.#bindings.has(parameter) ? this.#bindings.get(parameter) : this.#parent?.get(parameter);
  }
}

/** The statement depends on an argument of this function, so it is a different one for each caller. */
export class NeedsCaller extends Error {
  readonly callee: ts.SignatureDeclaration;

  constructor(callee: ts.SignatureDeclaration) {
    super('The statement depends on an argument of the function.');
    this.callee = callee;
  }
}

/** The source does not determine the text of the statement, or the evaluator does not understand it. */
export class Unresolved extends Error {
  constructor(node: ts.Node, reason: string) {
    super(`${place(node)}: ${reason}: ${node.getText().replace(/\s+/g, ' ').slice(0, 120)}`);
  }
}

/** The text of the statement depends on the items of a list, which were not evaluated before. */
export class NeedsItems extends Error {
  readonly list: Unknown;

  constructor(list: Unknown) {
    super('The statement depends on the items of a list.');
    this.list = list;
  }
}

/** The server would fail with these choices, so it never makes them together. */
export class Impossible extends Error {}

export function place(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName.replace(/^.*\/(?=server\/src\/)/, '')}:${line + 1}`;
}

/** A place that does not change when lines are added: the file and the function that has a name. */
export function nameOfPlace(node: ts.Node): string {
  const [file] = place(node).split(':');
  const around = ts.findAncestor(
    node,
    (one): one is ts.FunctionDeclaration | ts.VariableDeclaration =>
      ts.isFunctionDeclaration(one) ||
      (ts.isVariableDeclaration(one) && one.parent.parent.parent === one.getSourceFile()),
  );
  return `${file} ${around?.name?.getText()}`;
}

/** The nearest function around a node. */
export function functionAround(node: ts.Node): ts.SignatureDeclaration | undefined {
  return ts.findAncestor(node.parent, ts.isFunctionLike);
}

/** A value that is evaluated when it is used. */
export class Lazy {
  readonly #evaluate: () => unknown;
  #result: { value: unknown } | undefined;

  constructor(evaluate: () => unknown) {
    this.#evaluate = evaluate;
  }

  get value(): unknown {
    this.#result ??= { value: this.#evaluate() };
    return this.#result.value;
  }
}
