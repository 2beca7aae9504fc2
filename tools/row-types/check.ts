import type pg from 'pg';
import { compareRow } from './compare.ts';
import { createDescriber } from './describe.ts';
import { openProgram } from './program.ts';
import { type CallStatements, findStatements, type Statement } from './statements.ts';
import { nameOfPlace, place } from './values.ts';

export interface RowCheck {
  /** Calls whose result is typed, and all calls. */
  typed: number;
  calls: number;
  /** Differences between statements and the types of their rows, each with its place. */
  differences: string[];
  /** Calls whose statement is not in the source, as `file function`, with the reason. */
  unresolved: Map<string, string>;
}

/** Compares the type of each row with the columns that PostgreSQL returns for the statement. */
export async function checkRows(client: pg.Client): Promise<RowCheck> {
  const { program, files } = openProgram();
  const checker = program.getTypeChecker();
  const calls = findStatements(checker, files);
  const describe = await createDescriber(client);
  const differences: string[] = [];
  for (const call of calls)
    for (const statement of call.statements) {
      try {
        const columns = await describe(statement.text, statement.parameters, statement.rows.length > 0);
        for (const difference of compareRow(checker, statement.rows, columns))
          differences.push(report(call, statement, difference));
      } catch (error) {
        differences.push(
          report(call, statement, `PostgreSQL refuses the statement: ${(error as Error).message}`),
        );
      }
    }
  return {
    typed: calls.filter(({ row }) => row).length,
    calls: calls.length,
    differences: [...new Set(differences)],
    unresolved: new Map(
      calls.flatMap(({ call, unresolved: [reason] }) => (reason ? [[nameOfPlace(call), reason]] : [])),
    ),
  };
}

function report({ call }: CallStatements, { text, callers }: Statement, difference: string): string {
  const from = callers.map((caller) => `, called in ${place(caller)}`).join('');
  return `${place(call)}${from}: ${difference}\n    ${text.trim().replace(/\s+/g, ' ').slice(0, 300)}`;
}
