import ts from 'typescript';

/** A name that starts with one of these has no subject, so it is not understood without its `describe` block. */
const words = 'is|are|has|can|cannot|that|of|in|by|with|and|or|but';
const withoutSubject = new RegExp(`^(?:${words})\\b`, 'i');
/** Parsing every file takes seconds, so files that cannot have such a name are skipped. */
const candidate = new RegExp(`\\(\\s*['"\`](?:${words})\\b`, 'i');

/** Names of tests in a source file that are not full sentences, each with its line. */
export function findUnclearNames(path: string, text: string): string[] {
  if (!candidate.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = readTestName(node, file);
    if (name && withoutSubject.test(name.text)) {
      const { line } = file.getLineAndCharacterOfPosition(name.start);
      problems.push(`${path}:${line + 1}: "${name.text}" is not understood without its describe block`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return problems;
}

/** The name of `test('…')`, `it.each(…)('…')` and the like. Of a template, the text before the first value. */
function readTestName(node: ts.Node, file: ts.SourceFile): { text: string; start: number } | undefined {
  if (!ts.isCallExpression(node) || !isTestFunction(node.expression)) return undefined;
  const [name] = node.arguments;
  if (!name) return undefined;
  if (ts.isStringLiteralLike(name)) return { text: name.text, start: name.getStart(file) };
  return ts.isTemplateExpression(name) ? { text: name.head.text, start: name.getStart(file) } : undefined;
}

function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it';
  const inner =
    ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee) ? callee.expression : undefined;
  return inner !== undefined && isTestFunction(inner);
}
