import ts from 'typescript';
import { join, raw, Sql, sql } from '../../server/src/platform/database/index.ts';
import { createNatives } from './natives.ts';
import { createSqlTypes } from './sql-types.ts';
import { compute, findReturn, keyOf, literalsOf, nameOf } from './syntax.ts';
import { Impossible, Lazy, NeedsItems, Scope, Unknown, Unresolved } from './values.ts';
import { type Choose, Variables } from './variables.ts';

type Callable = (...values: unknown[]) => unknown;

const depthMax = 80;

/**
 * Evaluates expressions of the server's source, as far as they determine the text of a statement. An expression whose value
 * cannot contain an SQL fragment is not evaluated, unless `force` is set: it is a parameter of the statement, whatever its
 * value is. A condition that depends on such a value has both outcomes, one after the other.
 */
export class Evaluator {
  readonly #checker: ts.TypeChecker;
  readonly #isSql: (type: ts.Type) => boolean;
  readonly #natives: ReturnType<typeof createNatives>;
  readonly #variables: Variables;
  /** Functions that are evaluated from their source. Their arguments may be lazy. */
  readonly #interpreted = new WeakSet<Callable>();
  #choose: Choose = () => 0;
  #depth = 0;

  constructor(checker: ts.TypeChecker, files: readonly ts.SourceFile[]) {
    this.#checker = checker;
    this.#isSql = createSqlTypes(checker);
    this.#natives = createNatives(checker);
    this.#variables = new Variables(checker, files, {
      isSql: this.#isSql,
      evaluate: (node, scope, force) => this.#evaluate(node, scope, force),
      choose: (key, count) => this.#choose(key, count),
      items: (value, node) => this.#items(value, node),
      toFunction: (node, scope) => this.#function(node, scope),
    });
  }

  /** The value of an expression, with one set of choices. */
  run(node: ts.Node, scope: Scope, choose: Choose): unknown {
    this.#choose = choose;
    this.#depth = 0;
    this.#variables.registeredRow = undefined;
    return this.#evaluate(node, scope);
  }

  /** The type of the rows that a registered value in the statement selects. */
  get registeredRow(): ts.Type | undefined {
    return this.#variables.registeredRow;
  }

  /** The value of an expression, with the choices of the current run. */
  evaluate(node: ts.Node, scope: Scope): unknown {
    return this.#evaluate(node, scope);
  }

  #evaluate(node: ts.Node, scope: Scope, force = false): unknown {
    if (++this.#depth > depthMax) throw new Unresolved(node, 'The expression is nested too deeply');
    try {
      return this.#evaluateNode(node, scope, force);
    } finally {
      this.#depth--;
    }
  }

  #evaluateNode(node: ts.Node, scope: Scope, force: boolean): unknown {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.#evaluate(node.expression, scope, force);
    if (ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return this.#evaluate(node.expression, scope, force);
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isTaggedTemplateExpression(node)) return this.#fragment(node, scope);
    if (ts.isTemplateExpression(node)) return this.#text(node, scope, force);
    if (ts.isArrayLiteralExpression(node)) return this.#list(node, scope, force);
    if (ts.isObjectLiteralExpression(node)) return this.#record(node, scope);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node))
      return this.#function(node, scope);
    if (ts.isIdentifier(node)) return this.#identifier(node, scope, force);
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      const value = this.#evaluate(node.operand, scope);
      return value instanceof Unknown ? this.#unknown(node, scope) : !value;
    }
    if (ts.isBinaryExpression(node)) return this.#binary(node, scope, force);
    if (ts.isPropertyAccessExpression(node)) return this.#property(node, node.name.text, scope, force);
    if (ts.isElementAccessExpression(node)) return this.#element(node, scope, force);
    if (!this.#matters(node, force)) return this.#unknown(node, scope);
    if (ts.isConditionalExpression(node))
      return this.#evaluate(
        this.#holds(node.condition, scope) ? node.whenTrue : node.whenFalse,
        scope,
        force,
      );
    if (ts.isCallExpression(node)) return this.#call(node, scope, force);
    if (ts.isNewExpression(node) && node.expression.getText() === 'Set' && node.arguments?.[0])
      return new Set(this.#items(this.#evaluate(node.arguments[0], scope, force), node));
    return this.#unresolved(node, scope);
  }

  /** Whether the value can change the text of the statement. */
  #matters(node: ts.Node, force: boolean): boolean {
    return force || this.#isSql(this.#returned(node) ?? this.#checker.getTypeAtLocation(node));
  }

  /** The declared result of a call. It takes less time than the types of the arguments, which routes infer. */
  #returned(node: ts.Node): ts.Type | undefined {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
    const type = this.#checker.getTypeAtLocation(node.expression);
    const [signature, ...others] = type.getCallSignatures();
    const isPlain = signature && others.length === 0 && !signature.typeParameters;
    return isPlain ? signature.getReturnType() : undefined;
  }

  #unknown(node: ts.Node, scope: Scope): Unknown {
    return new Unknown(node, this.#checker.getTypeAtLocation(node), scope);
  }

  #unresolved(node: ts.Node, scope: Scope): unknown {
    const unknown = this.#unknown(node, scope);
    if (this.#isSql(unknown.type)) throw new Unresolved(node, 'The evaluator does not understand');
    return unknown;
  }

  /** The outcome of a condition; both outcomes in turn if it depends on a value that is unknown. */
  #holds(condition: ts.Expression, scope: Scope): boolean {
    const value = this.#evaluate(condition, scope);
    return value instanceof Unknown ? this.#choose(keyOf(condition), 2) === 0 : Boolean(value);
  }

  #fragment(node: ts.TaggedTemplateExpression, scope: Scope): unknown {
    if (this.#evaluate(node.tag, scope) !== sql) throw new Unresolved(node, 'The tag is not sql');
    if (ts.isNoSubstitutionTemplateLiteral(node.template)) return raw(node.template.text);
    const { head, templateSpans } = node.template;
    const strings = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
    const values = templateSpans.map(({ expression }) => {
      const value = this.#evaluate(expression, scope);
      if (value !== undefined && !(value instanceof Unknown)) return value;
      if (!this.#isSql(value?.type ?? this.#checker.getTypeAtLocation(expression))) return value;
      if (value === undefined) throw new Impossible('The server would use a fragment that is undefined.');
      throw new Unresolved(expression, 'The fragment is not in the source');
    });
    return new Sql(strings, values);
  }

  #text(node: ts.TemplateExpression, scope: Scope, force: boolean): unknown {
    let text = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const value = this.#evaluate(expression, scope);
      const known = force ? this.#demand(value) : value;
      if (typeof known !== 'string' && typeof known !== 'number') return this.#unknown(node, scope);
      text += `${known}${literal.text}`;
    }
    return text;
  }

  #list(node: ts.ArrayLiteralExpression, scope: Scope, force: boolean): unknown[] {
    return node.elements.flatMap((element) => {
      if (!ts.isSpreadElement(element)) return [this.#evaluate(element, scope)];
      return this.#items(this.#evaluate(element.expression, scope, force), element.expression);
    });
  }

  /** The items of a list. A list that is unknown has one item. */
  #items(value: unknown, node: ts.Node): unknown[] {
    if (Array.isArray(value)) return value;
    if (value instanceof Set) return [...value];
    if (!(value instanceof Unknown)) throw new Unresolved(node, 'The value is not a list');
    const item = this.#checker.getIndexTypeOfType(value.type, ts.IndexKind.Number);
    if (item && this.#isSql(item)) throw new Unresolved(node, 'The fragments are not in the source');
    return [new Unknown(value.node, item ?? value.type, undefined, value)];
  }

  #record(node: ts.ObjectLiteralExpression, scope: Scope): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const value = this.#evaluate(property.expression, scope);
        if (!(value instanceof Unknown)) Object.assign(record, value);
        else if (this.#isSql(value.type)) throw new Unresolved(property, 'The object is not in the source');
      } else if (ts.isShorthandPropertyAssignment(property))
        record[property.name.text] = this.#variables.shorthand(property, scope, false);
      else if (ts.isPropertyAssignment(property))
        record[nameOf(property.name)] = this.#evaluate(property.initializer, scope);
      else if (ts.isMethodDeclaration(property))
        record[nameOf(property.name)] = this.#function(property, scope);
    }
    return record;
  }

  #binary(node: ts.BinaryExpression, scope: Scope, force: boolean): unknown {
    const operator = node.operatorToken.kind;
    const { left, right } = node;
    if (operator === ts.SyntaxKind.QuestionQuestionToken || operator === ts.SyntaxKind.BarBarToken) {
      if (!this.#matters(node, force)) return this.#unknown(node, scope);
      const value = this.#evaluate(left, scope, force);
      const isChosen =
        value instanceof Unknown
          ? this.#choose(keyOf(left), 2) === 0
          : operator === ts.SyntaxKind.BarBarToken
            ? Boolean(value)
            : value !== undefined && value !== null;
      return isChosen ? value : this.#evaluate(right, scope, force);
    }
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) {
      const value = this.#evaluate(left, scope);
      if (!(value instanceof Unknown)) return value ? this.#evaluate(right, scope, force) : value;
      if (this.#matters(node, force))
        return this.#holds(left, scope) ? this.#evaluate(right, scope, force) : undefined;
      return this.#evaluate(right, scope) ? this.#unknown(node, scope) : false;
    }
    const [a, b] = [left, right].map((operand) => {
      const value = this.#evaluate(operand, scope, force);
      return value instanceof Unknown && literalsOf(value.type) ? this.#demand(value) : value;
    });
    const isKnown = !(a instanceof Unknown) && !(b instanceof Unknown);
    return (isKnown ? compute(operator, a, b) : undefined) ?? this.#unresolved(node, scope);
  }

  #property(node: ts.PropertyAccessExpression, name: string, scope: Scope, force: boolean): unknown {
    if (!this.#matters(node, force)) {
      // The object may be known, and with it the outcome of a condition.
      const value = ts.isIdentifier(node.expression)
        ? this.#evaluate(node.expression, scope)
        : this.#unknown(node, scope);
      return value instanceof Unknown ? this.#unknown(node, scope) : this.#member(node, value, name, scope);
    }
    const type = this.#checker.getTypeAtLocation(node);
    const registered = this.#variables.fragment(name) ?? this.#variables.registered(type, node, scope);
    if (registered !== undefined) return registered;
    const value = this.#demand(this.#evaluate(node.expression, scope));
    return this.#member(node, value, name, scope);
  }

  #member(node: ts.Node, value: unknown, name: string, scope: Scope): unknown {
    if (value instanceof Unknown) return this.#unresolved(node, scope);
    const member = (value as Record<string, unknown> | null | undefined)?.[name];
    return member instanceof Lazy ? member.value : member;
  }

  #element(node: ts.ElementAccessExpression, scope: Scope, force: boolean): unknown {
    if (!this.#matters(node, force)) return this.#unknown(node, scope);
    const value = this.#evaluate(node.expression, scope, true);
    if (value instanceof Unknown) return this.#unresolved(node, scope);
    const given = this.#evaluate(node.argumentExpression, scope);
    const isItem = given instanceof Unknown && given.list && !literalsOf(given.type);
    const index = isItem ? given : this.#demand(given);
    if (!(index instanceof Unknown)) return (value as Record<string, unknown>)[String(index)];
    const members = Object.values(value as Record<string, unknown>);
    return members[this.#choose(keyOf(node.argumentExpression), members.length)];
  }

  /**
   * The value of an expression that was not evaluated before, because it seemed to be a parameter. A string that has only a
   * few possible values has them one after the other.
   */
  #demand(value: unknown): unknown {
    if (!(value instanceof Unknown)) return value;
    const literals = literalsOf(value.type);
    if (literals) return literals[this.#choose(keyOf(value.node), literals.length)];
    if (value.list) throw new NeedsItems(value.list);
    if (!value.scope) return value;
    const forced = this.#evaluate(value.node, value.scope, true);
    return forced instanceof Unknown && forced.node !== value.node ? this.#demand(forced) : forced;
  }

  #call(node: ts.CallExpression, scope: Scope, force: boolean): unknown {
    const values = (eager: boolean) =>
      node.arguments.flatMap((argument) => {
        if (ts.isSpreadElement(argument))
          return this.#items(this.#evaluate(argument.expression, scope), argument);
        const lazy = new Lazy(() => this.#evaluate(argument, scope));
        return [eager ? lazy.value : lazy];
      });
    const native = this.#natives(node) as Callable | undefined;
    if (native) return this.#native(native, node, scope);
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression)) {
      const name = expression.name.text;
      const call = (given: unknown) => {
        let object = given;
        const method = (object as Record<string, unknown> | undefined)?.[name];
        if (object instanceof Unknown || typeof method !== 'function') return this.#unresolved(node, scope);
        if (name === 'join' && Array.isArray(object)) object = object.map((item) => this.#demand(item));
        if (name === 'join' && (object as unknown[]).some((item) => item instanceof Unknown))
          return this.#unresolved(node, scope);
        return (method as Callable).apply(object, values(!this.#interpreted.has(method as Callable)));
      };
      const object = this.#evaluate(expression.expression, scope, force);
      if (!(object instanceof Unknown && name in Array.prototype)) return call(object);
      try {
        return call(this.#items(object, expression));
      } catch (error) {
        if (!(error instanceof NeedsItems && error.list === object)) throw error;
        return call(this.#evaluate(expression.expression, scope, true));
      }
    }
    const callee = this.#evaluate(expression, scope, true);
    if (typeof callee !== 'function') return this.#unresolved(node, scope);
    return (callee as Callable)(...values(!this.#interpreted.has(callee as Callable)));
  }

  #native(native: Callable, node: ts.CallExpression, scope: Scope): unknown {
    const values = node.arguments.map((argument) => {
      const value = this.#demand(this.#evaluate(argument, scope));
      if (!(value instanceof Unknown)) return value;
      const isList = this.#checker.isArrayLikeType(value.type);
      if (isList && native === (join as Callable)) return this.#items(value, argument);
      throw new Unresolved(argument, 'The text is not in the source');
    });
    if (native === (join as Callable) && (values[0] as unknown[]).length === 0)
      throw new Impossible('The server would join no fragments.');
    return native(...values);
  }

  #function(node: ts.SignatureDeclaration & { body?: ts.ConciseBody }, scope: Scope): Callable {
    const callable = (...values: unknown[]): unknown => {
      const bindings = new Map<ts.Node, unknown>();
      const inner = new Scope(bindings, scope);
      node.parameters.forEach((parameter, i) => {
        const value = parameter.dotDotDotToken ? values.slice(i) : values[i];
        bindings.set(parameter, this.argument(parameter, value, inner));
      });
      const { body } = node;
      if (!body) return undefined;
      const returned = ts.isBlock(body)
        ? findReturn(body, (condition) => this.#holds(condition, inner))
        : body;
      return returned && this.#evaluate(returned, inner, true);
    };
    this.#interpreted.add(callable);
    return callable;
  }

  /** What a parameter holds: the given value, or its default. */
  argument(parameter: ts.ParameterDeclaration, given: unknown, scope: Scope): unknown {
    if (given !== undefined && !(given instanceof Lazy)) return given;
    return new Lazy(() => {
      const value = given?.value;
      return value === undefined && parameter.initializer
        ? this.#evaluate(parameter.initializer, scope)
        : value;
    });
  }

  #identifier(node: ts.Identifier, scope: Scope, force: boolean): unknown {
    if (node.text === 'undefined') return undefined;
    return this.#variables.read(node, this.#checker.getSymbolAtLocation(node), scope, force);
  }
}
