/** The functions and triggers of derived.sql, as data, so that tests can list them. */
export interface Trigger {
  name: string;
  table: string;
  /** Such as `insert` or `update of name, color`. */
  event: string;
  /** The rows of the statement, as tables of the function. The trigger runs once for each statement then. */
  rows?: string;
  /** Once for each statement, if the function does not read the rows. */
  eachStatement?: true;
  when?: string;
  call: string;
}

export interface Statements {
  /** By name. Several declarations can use the same function. */
  functions: Record<string, string>;
  triggers: Trigger[];
}

export const nothing: Statements = { functions: {}, triggers: [] };

export const combine = (parts: Statements[]): Statements => ({
  functions: Object.assign({}, ...parts.map(({ functions }) => functions)),
  triggers: parts.flatMap(({ triggers }) => triggers),
});

/** The names of transition tables in all generated functions. */
export const inserted = 'new table as changed';
export const deleted = 'old table as changed';

/** A trigger function without the common lines around its statements. */
export const triggerFunction = (name: string, body: string, declarations = ''): Record<string, string> => ({
  [name]: `create function derived.${name}() returns trigger language plpgsql as $$
${declarations && `declare\n${indent(declarations)}\n`}begin
${indent(body)}
  return null;
end $$;`,
});

/** A function that trigger functions call. */
export const helperFunction = (
  name: string,
  signature: string,
  body: string,
  declarations = '',
): Record<string, string> => ({
  [name]: `create function derived.${name}(${signature}) returns void language plpgsql as $$
${declarations && `declare\n${indent(declarations)}\n`}begin
${indent(body)}
end $$;`,
});

export function writeTrigger({ name, table, event, rows, eachStatement, when, call }: Trigger): string {
  const parts = [
    rows && `referencing ${rows}`,
    `for each ${rows || eachStatement ? 'statement' : 'row'}`,
    when && `when (${when})`,
    `execute function derived.${call.includes('(') ? call : `${call}()`};`,
  ];
  return `create trigger ${name} after ${event} on ${table}\n  ${parts.filter(Boolean).join(' ')}`;
}

export const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
