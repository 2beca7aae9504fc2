import ts from 'typescript';

/** Words that begin with a capital letter and are no texts: keys of a keyboard, and the name of the product. */
const notTexts = new Set(
  (
    'Alt Arrow ArrowDown ArrowLeft ArrowRight ArrowUp Backspace Control Delete End Enter Escape Home Meta PageDown PageUp Shift Space ' +
    'Tab Files Parley'
  ).split(' '),
);

/** An HTTP header, a name in camel case or the keys of a shortcut. */
const isIdentifier = (text: string) =>
  /^\w+(-[A-Z]\w*)+$/.test(text) ||
  /^[A-Z][a-z]+[A-Z]\w*$/.test(text) ||
  /^(Alt|Control|Meta|Shift)\+/.test(text);

/** A sentence, a label or its beginning starts with a capital letter; names and values of the code do not. */
const isText = (text: string) =>
  /^\p{Lu}(\p{Ll}|’| )/u.test(text) && !notTexts.has(text) && !isIdentifier(text);

/** The name of a class of errors, and the name under which a module exports a component. */
const isNameOfCode = (node: ts.Node) =>
  (ts.isPropertyDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === 'name') ||
  (ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'lazyRouteComponent');

/** Texts for people that a module of the application contains, each with its line. They belong in web/src/texts. */
export function findUntranslated(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const problems: string[] = [];
  const add = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    problems.push(`${path}:${line + 1}: "${text.trim()}" belongs in web/src/texts`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node)) return;
    if (isNameOfCode(node)) return;
    // Elsewhere it is the type of what is dragged over a page.
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      if (node.initializer.text === 'Files') add(node, node.initializer.text);
    }
    if (ts.isJsxText(node)) {
      if (/\p{L}{2}/u.test(node.text) && node.text.trim() !== 'Parley') add(node, node.text);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
      if (isText(node.text)) add(node, node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return problems;
}
