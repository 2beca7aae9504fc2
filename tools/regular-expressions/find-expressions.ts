import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression of the product, and where it is written: `path:line`. */
export type Expression = { place: string; source: string; flags: string };

/** Code that runs in the server, the SDK or the browser. Tests and test servers see no text of strangers. */
const folders = ['server/src', 'packages/*/src', 'sdk/src', 'web/src'];
const isProduct = (path: string) => !/\.test\.tsx?$|^packages\/testing\/|\.d\.ts$/.test(path);

/** All literals, and the places of `new RegExp(…)`, whose sources are only known when the module runs. */
export function findExpressions(root: string): { literals: Expression[]; constructed: string[] } {
  const literals: Expression[] = [];
  const constructed: string[] = [];
  for (const path of globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).filter(isProduct)) {
    const file = ts.createSourceFile(
      path,
      readFileSync(join(root, path), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const place = (node: ts.Node) =>
      `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({
          place: place(node),
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        });
      } else if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        node.expression.getText(file) === 'RegExp'
      ) {
        constructed.push(place(node));
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { literals, constructed };
}
