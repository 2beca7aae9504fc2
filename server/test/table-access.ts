import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

/** Which folder reads and writes which table, according to the SQL in TypeScript and in .sql files. */

export interface Access {
  /** The folder of one feature or one part of another layer: `features/coding/board`, `features/projects`, `platform/tasks`. */
  folder: string;
  file: string;
  table: string;
  kind: 'read' | 'write';
}

/** From the generated schema. */
export const readTables = (schema: string): Set<string> =>
  new Set(
    [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:public\.)?(\w+)/gim)].map(([, table = '']) => table),
  );

export async function findAccesses(
  source: string,
  tables: ReadonlySet<string>,
  singleFeatures: ReadonlySet<string>,
): Promise<Access[]> {
  const accesses: Access[] = [];
  for await (const file of glob('**/*.{ts,sql}', { cwd: source })) {
    if (/\.(test|d)\.ts$/.test(file)) continue;
    const folder = folderOf(file.split(path.sep), singleFeatures);
    for (const access of accessesIn(file, readFileSync(path.join(source, file), 'utf8'), tables))
      accesses.push({ folder, file, ...access });
  }
  return accesses;
}

function folderOf([layer = '', area = '', feature = '']: string[], singles: ReadonlySet<string>): string {
  if (area.includes('.')) return layer;
  const isOneOfSeveral = layer === 'features' && !singles.has(area) && !feature.includes('.');
  return isOneOfSeveral ? `${layer}/${area}/${feature}` : `${layer}/${area}`;
}

type Found = Pick<Access, 'table' | 'kind'>;

/** Exported for its test. */
export function accessesIn(file: string, text: string, tables: ReadonlySet<string>): Found[] {
  const { statements, redacted } = file.endsWith('.sql')
    ? { statements: [withoutComments(text)], redacted: [] }
    : readTypeScript(file, text);
  const found = statements.flatMap(accessesOf);
  const written = redacted.map((table): Found => ({ table, kind: 'write' }));
  return [...found, ...written].filter(({ table }) => tables.has(table));
}

const withoutComments = (text: string) => text.replace(/--.*$/gm, ' ');

const table = String.raw`(?:only\s+)?(?:public\.)?"?([a-z_]+)"?\b`;
const written = new RegExp(String.raw`\b(?:insert\s+into|delete\s+from|update|truncate)\s+${table}`, 'gi');
/** Without functions that return rows. */
const name = String.raw`${table}(?!\s*\()`;
const read = new RegExp(String.raw`(?<!delete\s)(?<!distinct\s)\b(?:from|join|using)\s+${name}`, 'gi');
/** The second and later tables of `from a x, b y`. */
const listed = new RegExp(
  String.raw`\bfrom\s+[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*(?:lateral\s+)?${name}`,
  'gi',
);
const named = /\b([a-z_]+)\s+(?:\([^()]*\)\s+)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
/** A fragment that is only the name of a table. */
const alone = /^\s*([a-z_]+)\s*$/;

function accessesOf(statement: string): Found[] {
  const ownNames = new Set([...statement.matchAll(named)].map(([, own = '']) => own));
  const namesIn = (pattern: RegExp) =>
    [...statement.matchAll(pattern)].flatMap(([, table = '']) => (ownNames.has(table) ? [] : [table]));
  const single = alone.exec(statement)?.[1];
  return [
    ...namesIn(written).map((table): Found => ({ table, kind: 'write' })),
    ...[...namesIn(read), ...namesIn(listed), ...(single ? [single] : [])].map(
      (table): Found => ({ table, kind: 'read' }),
    ),
  ];
}

/** The SQL in tagged templates, and the tables that are registered for the erasure of people, which rewrites their rows. */
function readTypeScript(file: string, text: string): { statements: string[]; redacted: string[] } {
  const statements: string[] = [];
  const redacted: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') statements.push(textOf(node));
    if (ts.isObjectLiteralExpression(node)) {
      const table = property(node, 'table');
      if (table && ts.isStringLiteral(table) && property(node, 'columns')) redacted.push(table.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { statements, redacted };
}

function textOf({ template }: ts.TaggedTemplateExpression): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(' $1 ');
}

function property(node: ts.ObjectLiteralExpression, key: string): ts.Expression | undefined {
  const found = node.properties.find((entry) => entry.name?.getText() === key);
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}
