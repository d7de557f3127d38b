/** Prints modules without comments, in one form. */
import { createRequire } from "node:module";

const typescript = createRequire(import.meta.url)("../../page/tools/node_modules/typescript");

/** Returns the code of these modules, as the TypeScript compiler reads it. */
export function printed(modules) {
  const printer = typescript.createPrinter({ removeComments: true });
  const { ESNext } = typescript.ScriptTarget;
  return modules.map((text) => {
    const file = typescript.createSourceFile("module.js", text, ESNext);
    if (file.parseDiagnostics.length) throw new SyntaxError(file.parseDiagnostics[0].messageText);
    return printer.printFile(file);
  });
}
