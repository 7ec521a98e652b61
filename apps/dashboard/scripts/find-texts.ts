import ts from 'typescript'

/** Attributes and properties that people read. */
const READ = new Set(
  'title label hint description placeholder alt summary caption header message what why submitLabel confirmLabel whenLost whenLeft aria-label'.split(
    ' ',
  ),
)
/** Elements whose text is code. */
const CODE = new Set(['code', 'pre'])
/** Names that are the same in every language. */
const NAMES = new Set(['Footfall', 'Android', 'Windows', 'Linux'])
/** In place of the values of a template: no word, and no letter that could make one. */
const VALUE = '0'
const WORD = /[A-Za-z]{2}/
const LABEL = /^[A-Z][a-z]|\s/
const SENTENCE = /^[A-Z][a-z’]*,?( [\w“”’,%-]+)+[.!?…]?$/

/** The texts in a source file that people would read, with their lines. They belong in the catalogue. */
export function textsIn(path: string, source: string): readonly string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kindOf(path))
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isThrowStatement(node) || ts.isTypeNode(node)) return
    if (ts.isJsxElement(node) && CODE.has(node.openingElement.tagName.getText(file))) return
    const text = textOf(node)
    if (text !== undefined && isRead(node, text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push(`${path}:${line + 1} ${text.trim()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(VALUE)
  return undefined
}

function isRead(node: ts.Node, text: string): boolean {
  if (NAMES.has(text.trim())) return false
  if (ts.isJsxText(node)) return WORD.test(text)
  const name = nameOf(node)
  if (name !== undefined && READ.has(name))
    return WORD.test(text) && (LABEL.test(text) || (name === 'what' && ts.isJsxAttribute(node.parent)))
  return name !== 'className' && name !== 'Authorization' && SENTENCE.test(text)
}

/** Of the attribute or the property that holds a text, also through a choice between texts. */
function nameOf({ parent }: ts.Node): string | undefined {
  if (ts.isJsxAttribute(parent)) return parent.name.getText()
  if (ts.isPropertyAssignment(parent)) return parent.name.getText()
  return ts.isJsxExpression(parent) || ts.isConditionalExpression(parent) ? nameOf(parent) : undefined
}

function kindOf(path: string): ts.ScriptKind {
  return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
}
