import ts from 'typescript';
import { type Db, Sql, sql } from '../../server/src/platform/database/index.ts';
import { type ListPlan, planPage } from '../../server/src/platform/database/keyset-page.ts';
import { createCallers } from './callers.ts';
import { type DatabaseCall, findCalls } from './calls.ts';
import { Evaluator } from './evaluator.ts';
import { Impossible, Lazy, NeedsCaller, NeedsItems, place, Scope, Unknown, Unresolved } from './values.ts';
import type { Choose } from './variables.ts';

/** One text of a statement. A call has several if fragments of it are optional, or come from several callers. */
export interface Statement {
  text: string;
  parameters: number;
  /** Types whose properties a row must have; none if the caller does not read rows. */
  rows: ts.Type[];
  /** The calls that give the function around the statement its arguments. */
  callers: readonly ts.CallExpression[];
}

export interface CallStatements extends DatabaseCall {
  statements: Statement[];
  /** Why a text could not be determined. */
  unresolved: string[];
}

/** Alternatives by the key of their choice. */
type Choices = ReadonlyMap<string, number>;

type Frames = ReadonlyMap<ts.SignatureDeclaration, ts.CallExpression>;

/** How many functions may be between a statement and the call that determines its text. */
const framesMax = 6;

/** Finds every call of the database in the source, and the texts of the statements that it can send. */
export function findStatements(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): CallStatements[] {
  const evaluator = new Evaluator(checker, files);
  const callersOf = createCallers(checker, files);

  function resolve(
    call: DatabaseCall,
    frames: Frames,
    made: Choices,
    seen: Set<string>,
    found: CallStatements,
  ) {
    const scope = scopeOf(evaluator, frames);
    const evaluate = (choose: Choose) => {
      const { text, values } = statementOf(evaluator, call, scope, choose);
      const rows = rowsOf(checker, call.row, frames, evaluator.registeredRow);
      const isNew = !found.statements.some(
        (one) => one.text === text && one.rows.every((row) => rows.includes(row)),
      );
      if (isNew)
        found.statements.push({ text, parameters: values.length, rows, callers: [...frames.values()] });
    };
    forEachChoice(made, seen, evaluate, (error, chosen) => {
      if (error instanceof Impossible) return;
      if (error instanceof NeedsItems)
        found.unresolved.push(`${place(error.list.node)}: the items of the list are not in the source`);
      else if (error instanceof Unresolved) found.unresolved.push(error.message);
      else if (error instanceof NeedsCaller) {
        const callers = frames.size < framesMax ? callersOf(error.callee) : [];
        if (callers.length === 0)
          found.unresolved.push(`${place(error.callee)}: no call determines the arguments of this function`);
        for (const more of callers)
          resolve(call, new Map([...frames, ...more]), chosen, new Set(seen), found);
      } else throw error;
    });
  }

  return findCalls(checker, files).map((call) => {
    const found: CallStatements = { ...call, statements: [], unresolved: [] };
    resolve(call, new Map(), new Map(), new Set(), found);
    if (found.statements.length === 0 && found.unresolved.length === 0)
      found.unresolved.push(`${place(call.call)}: the evaluator finds no possible statement`);
    return found;
  });
}

/** The arguments of the calls, which may use each other's. */
function scopeOf(evaluator: Evaluator, frames: Frames): Scope {
  const bindings = new Map<ts.Node, unknown>();
  const scope = new Scope(bindings);
  for (const [callee, call] of frames)
    callee.parameters.forEach((parameter, i) => {
      const node = call.arguments[i];
      const given = node && new Lazy(() => evaluator.evaluate(node, scope));
      bindings.set(parameter, evaluator.argument(parameter, given, scope));
    });
  return scope;
}

/**
 * Repeats the evaluation until each alternative of each choice occurred at least once. All combinations would be too many.
 * `made` are choices that do not change, and `seen` are alternatives that are evaluated elsewhere.
 */
function forEachChoice(
  made: Choices,
  seen: Set<string>,
  evaluate: (choose: Choose) => void,
  failed: (error: unknown, chosen: Choices) => void,
): void {
  const open: Choices[] = [made];
  for (let next = open.pop(); next; next = open.pop()) {
    const chosen = next;
    try {
      evaluate((key, count) => {
        const known = chosen.get(key);
        if (known !== undefined) return Math.min(known, count - 1);
        for (let other = 1; other < count; other++) {
          const alternative = `${key} ${other}`;
          if (seen.has(alternative)) continue;
          seen.add(alternative);
          open.push(new Map([...chosen, [key, other]]));
        }
        return 0;
      });
    } catch (error) {
      failed(error, chosen);
    }
  }
}

function statementOf(
  evaluator: Evaluator,
  { call, kind }: DatabaseCall,
  scope: Scope,
  choose: Choose,
): Pick<Sql, 'text' | 'values'> {
  const value = (node: ts.Node | undefined) => node && evaluator.run(node, scope, choose);
  const [first, second] = call.arguments;
  if (kind === 'list') {
    const plan = value(second);
    if (plan instanceof Unknown || !plan)
      throw new Unresolved(call, 'The plan of the page is not in the source');
    const { select, ...rest } = plan as ListPlan;
    return statementOfPage(planPage({ ...rest, name: 'a list', query: {} }), select);
  }
  if (kind === 'page') {
    const page = value((call.expression as ts.PropertyAccessExpression).expression);
    return statementOfPage(page as ReturnType<typeof planPage>, value(second) as Sql);
  }
  let statement = value(first);
  if (typeof statement === 'function') statement = statement();
  if (statement instanceof Sql) return statement;
  if (typeof statement === 'string') return { text: statement, values: [] };
  throw new Unresolved(call, 'The statement is not in the source');
}

function statementOfPage(page: ReturnType<typeof planPage>, select: Sql): Sql {
  let sent: Sql = sql``;
  const recorder = {
    query: async (statement: Sql) => {
      sent = statement;
      return [];
    },
  };
  void page.run(recorder as unknown as Db, select);
  return sent;
}

/** The types of a row, with those that the callers or a registered value give for type parameters. */
function rowsOf(
  checker: ts.TypeChecker,
  row: ts.Type | undefined,
  frames: Frames,
  registered: ts.Type | undefined,
): ts.Type[] {
  const declared = !row ? [] : row.isIntersection() ? row.types : [row];
  // A registered value determines the rows of a statement whose rows have no type of their own.
  const isOpen = declared.some(
    (type) => type.flags & ts.TypeFlags.TypeParameter || type.getStringIndexType(),
  );
  const types = declared.flatMap((type) => {
    const parameter = type.isTypeParameter() ? type.symbol.declarations?.[0] : undefined;
    if (!parameter || !ts.isTypeParameterDeclaration(parameter)) return [type];
    if (registered) return [];
    const owner = parameter.parent as ts.SignatureDeclaration;
    const caller = frames.get(owner);
    if (!caller) throw new NeedsCaller(owner);
    const argument = caller.typeArguments?.[owner.typeParameters?.indexOf(parameter) ?? 0];
    if (!argument) throw new Unresolved(caller, 'The call has no type argument');
    return rowsOf(checker, checker.getTypeFromTypeNode(argument), frames, registered);
  });
  return isOpen && registered ? [...types, registered] : types;
}
