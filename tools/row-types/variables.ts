import ts from 'typescript';
import { createChanges } from './changes.ts';
import { libraryConstant, loadConstant } from './natives.ts';
import { createRegistrations } from './registrations.ts';
import { keyOf, literalsOf, nameOf, rootOf } from './syntax.ts';
import { Lazy, NeedsCaller, Scope, Unknown, Unresolved } from './values.ts';

/** Selects one of several alternatives. The same key gets the same alternative within one statement. */
export type Choose = (key: string, count: number) => number;

export interface Context {
  isSql(type: ts.Type): boolean;
  evaluate(node: ts.Node, scope: Scope, force?: boolean): unknown;
  choose: Choose;
  /** The items of a list. */
  items(value: unknown, node: ts.Node): unknown[];
  toFunction(node: ts.FunctionDeclaration, scope: Scope): unknown;
}

/** Evaluates names: constants, variables, parameters and what is destructured from them. */
export class Variables {
  readonly #checker: ts.TypeChecker;
  readonly #context: Context;
  readonly #changesOf: ReturnType<typeof createChanges>;
  readonly #registrations: ReturnType<typeof createRegistrations>;
  readonly #assigning = new Set<ts.Node>();
  /** The type of the rows that a registered value selects, which was read last. */
  registeredRow: ts.Type | undefined;

  constructor(checker: ts.TypeChecker, files: readonly ts.SourceFile[], context: Context) {
    this.#checker = checker;
    this.#context = context;
    this.#changesOf = createChanges(checker);
    this.#registrations = createRegistrations(checker, files);
  }

  /** The value of a property without a colon. */
  shorthand(property: ts.ShorthandPropertyAssignment, scope: Scope, force: boolean): unknown {
    const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
    return this.read(property.name, symbol, scope, force);
  }

  /** The value of a name. */
  read(node: ts.Identifier, named: ts.Symbol | undefined, scope: Scope, force: boolean): unknown {
    const isAlias = named && named.flags & ts.SymbolFlags.Alias;
    const symbol = isAlias ? this.#checker.getAliasedSymbol(named) : named;
    const declaration = symbol?.valueDeclaration;
    if (declaration && ts.isShorthandPropertyAssignment(declaration))
      return this.shorthand(declaration, scope, force);
    if (!symbol || !declaration) return new Unknown(node, this.#checker.getTypeAtLocation(node), scope);
    const builtIn = libraryConstant(symbol);
    if (builtIn !== undefined) return builtIn;
    if (ts.isFunctionDeclaration(declaration) && declaration.body)
      return this.#context.toFunction(declaration, scope);
    if (ts.isParameter(declaration)) return this.#parameter(node, declaration, scope, force);
    if (ts.isBindingElement(declaration)) return this.#bound(node, declaration, scope, force);
    if (ts.isVariableDeclaration(declaration)) return this.#variable(node, declaration, scope, force);
    return new Unknown(node, this.#checker.getTypeAtLocation(node), scope);
  }

  #parameter(node: ts.Node, parameter: ts.ParameterDeclaration, scope: Scope, force: boolean): unknown {
    const registered = this.registered(this.#checker.getTypeAtLocation(parameter), parameter, scope);
    if (registered !== undefined) return registered;
    if (scope.has(parameter)) return this.#argument(node, parameter, scope, force);
    const type = this.#checker.getTypeAtLocation(parameter);
    if (!this.#context.isSql(type) && (!force || literalsOf(type))) return new Unknown(node, type, scope);
    if (parameter.initializer) return this.#context.evaluate(parameter.initializer, scope, force);
    throw new NeedsCaller(parameter.parent);
  }

  /** A value that features register, or the list of all of them. */
  registered(type: ts.Type, node: ts.Node, scope: Scope): unknown {
    const item =
      this.#checker.isArrayType(type) && this.#checker.getTypeArguments(type as ts.TypeReference)[0];
    const { name, values } = this.#registrations.ofType(item || type) ?? {};
    if (!values) return undefined;
    if (item) return values.map(({ value }) => this.#context.evaluate(value, scope));
    const chosen = values[this.#context.choose(`registered ${name}`, values.length)];
    if (!chosen) throw new Unresolved(node, 'No feature registers a value');
    this.registeredRow = chosen.row;
    return this.#context.evaluate(chosen.value, scope);
  }

  /** A fragment that a feature registers as a property. */
  fragment(name: string): unknown {
    const fragment = this.#registrations.fragment(name);
    return fragment && this.#context.evaluate(fragment, new Scope());
  }

  #argument(node: ts.Node, parameter: ts.ParameterDeclaration, scope: Scope, force: boolean): unknown {
    const type = this.#checker.getTypeAtLocation(parameter);
    // Any string, number or date is a parameter of the statement, so it need not be evaluated.
    const isPlain = type.flags & (ts.TypeFlags.String | ts.TypeFlags.Number) || type.symbol?.name === 'Date';
    const given = scope.get(parameter);
    if (!force && isPlain && given instanceof Lazy) return new Unknown(node, type, scope);
    const value = given instanceof Lazy ? given.value : given;
    return force && value instanceof Unknown && value.scope && value.node !== node
      ? this.#context.evaluate(value.node, value.scope, true)
      : value;
  }

  #bound(node: ts.Node, element: ts.BindingElement, scope: Scope, force: boolean): unknown {
    const type = this.#checker.getTypeAtLocation(element);
    if (!force && !this.#context.isSql(type)) {
      const root = rootOf(element);
      if (!(ts.isParameter(root) && scope.has(root))) return new Unknown(node, type, scope);
    }
    const pattern = element.parent;
    const owner = pattern.parent;
    const whole = ts.isBindingElement(owner)
      ? this.#bound(node, owner, scope, true)
      : ts.isParameter(owner)
        ? this.#parameter(node, owner, scope, force)
        : this.#variable(node, owner, scope, force || this.#context.isSql(type));
    const name = ts.isArrayBindingPattern(pattern)
      ? String(pattern.elements.indexOf(element))
      : nameOf(element.propertyName ?? (element.name as ts.Identifier));
    if (whole instanceof Unknown) {
      if (this.#context.isSql(type)) throw new Unresolved(node, 'The fragment is not in the source');
      return new Unknown(node, type, scope, whole.list);
    }
    const value = (whole as Record<string, unknown> | null | undefined)?.[name];
    return value === undefined && element.initializer
      ? this.#context.evaluate(element.initializer, scope, force)
      : value;
  }

  #variable(node: ts.Node, variable: ts.VariableDeclaration, scope: Scope, force: boolean): unknown {
    const type = this.#checker.getTypeAtLocation(variable.name);
    const loop = variable.parent.parent;
    if (ts.isForOfStatement(loop) && loop.initializer === variable.parent) {
      const items = this.#context.items(
        this.#context.evaluate(loop.expression, scope, force),
        loop.expression,
      );
      return items[this.#context.choose(keyOf(loop.expression), items.length)];
    }
    const { initializer } = variable;
    const isLiteral = initializer && (ts.isLiteralExpression(initializer) || ts.isAsExpression(initializer));
    if (!force && !isLiteral && !this.#context.isSql(type)) return new Unknown(node, type, scope);
    if (!initializer) throw new Unresolved(node, 'The variable has no value');
    const changes = this.#changesOf(variable);
    if (changes.assigned.length > 0 && !this.#assigning.has(variable)) {
      const options = [initializer, ...changes.assigned];
      this.#assigning.add(variable);
      try {
        const chosen = options[this.#context.choose(keyOf(variable), options.length)] as ts.Expression;
        return this.#context.evaluate(chosen, scope, force);
      } finally {
        this.#assigning.delete(variable);
      }
    }
    const value = this.#context.evaluate(initializer, scope, force);
    if (value instanceof Unknown) return loadConstant(variable) ?? value;
    if (!Array.isArray(value) || changes.pushed.length === 0) return value;
    return [
      ...value,
      ...changes.pushed.flatMap((argument) =>
        ts.isSpreadElement(argument)
          ? this.#context.items(this.#context.evaluate(argument.expression, scope), argument)
          : [this.#context.evaluate(argument, scope)],
      ),
    ];
  }
}
