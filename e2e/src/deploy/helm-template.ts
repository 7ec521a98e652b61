import { isRecord } from '@footfall/core-domain'
import { stringify } from 'yaml'

/**
 * Renders the templates of our chart, which use a part of the language of Helm: values, `if`, `else`, `range`, `default`, `gt`,
 * `int`, `until`, `quote`, `toYaml` and `nindent`. Throws for anything else, so that a chart beyond that part fails here.
 */
export function renderTemplate(template: string, context: Readonly<Record<string, unknown>>): string {
  const parts = partsOf(template)
  const { nodes, rest } = parse(parts, [])
  if (rest.length > 0) throw new Error(`“${rest[0]?.code}” closes nothing.`)
  return render(nodes, { root: context, variables: new Map() })
}

interface Part {
  readonly kind: 'text' | 'code'
  readonly code: string
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly code: string }
  | { readonly kind: 'if'; readonly code: string; readonly body: readonly Node[]; readonly otherwise: readonly Node[] }
  | { readonly kind: 'range'; readonly names: readonly string[]; readonly code: string; readonly body: readonly Node[] }

interface Scope {
  readonly root: Readonly<Record<string, unknown>>
  readonly variables: ReadonlyMap<string, unknown>
}

function partsOf(template: string): readonly Part[] {
  const parts: Part[] = []
  let end = 0
  let trimsNext = false
  for (const match of template.matchAll(/\{\{(-?)\s*(.*?)\s*(-?)\}\}/g)) {
    let text = template.slice(end, match.index)
    if (trimsNext) text = text.trimStart()
    if (match[1] === '-') text = text.trimEnd()
    parts.push({ kind: 'text', code: text }, { kind: 'code', code: match[2] ?? '' })
    end = match.index + match[0].length
    trimsNext = match[3] === '-'
  }
  const last = template.slice(end)
  return [...parts, { kind: 'text', code: trimsNext ? last.trimStart() : last }]
}

function parse(parts: readonly Part[], until: readonly string[]): { nodes: readonly Node[]; rest: readonly Part[] } {
  const nodes: Node[] = []
  let rest = parts
  for (let part = rest[0]; part !== undefined; part = rest[0]) {
    rest = rest.slice(1)
    if (part.kind === 'text') {
      nodes.push({ kind: 'text', text: part.code })
      continue
    }
    const [word = '', ...words] = part.code.split(' ')
    if (until.includes(word)) return { nodes, rest: [part, ...rest] }
    if (word === 'if') {
      const body = parse(rest, ['else', 'end'])
      const hasElse = body.rest[0]?.code === 'else'
      const otherwise = hasElse ? parse(body.rest.slice(1), ['end']) : { nodes: [], rest: body.rest }
      nodes.push({ kind: 'if', code: words.join(' '), body: body.nodes, otherwise: otherwise.nodes })
      rest = otherwise.rest.slice(1)
    } else if (word === 'range') {
      const [, names = '', code = ''] = /^range (\$\w+(?:, \$\w+)?) := (.*)$/.exec(part.code) ?? []
      const body = parse(rest, ['end'])
      nodes.push({ kind: 'range', names: names.split(', '), code, body: body.nodes })
      rest = body.rest.slice(1)
    } else if (word === 'else' || word === 'end') {
      return { nodes, rest: [part, ...rest] }
    } else {
      nodes.push({ kind: 'value', code: part.code })
    }
  }
  if (until.length > 0) throw new Error(`${until.join(' or ')} is missing.`)
  return { nodes, rest }
}

function render(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => renderNode(node, scope)).join('')
}

function renderNode(node: Node, scope: Scope): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'value':
      return printed(evaluate(node.code, scope))
    case 'if':
      return render(isTrue(evaluate(node.code, scope)) ? node.body : node.otherwise, scope)
    case 'range':
      return entriesOf(evaluate(node.code, scope))
        .map(([key, value]) => {
          const values = node.names.length === 1 ? [value] : [key, value]
          const named = node.names.map((name, i) => [name, values[i]] as const)
          return render(node.body, { ...scope, variables: new Map([...scope.variables, ...named]) })
        })
        .join('')
  }
}

function entriesOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()]
  if (isRecord(value)) return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  throw new Error('A range needs a list or a map.')
}

function evaluate(code: string, scope: Scope): unknown {
  const [first = '', ...filters] = code.split(' | ')
  return filters.reduce<unknown>((value, filter) => call(filter.split(' '), scope, [value]), single(first, scope))
}

function single(code: string, scope: Scope): unknown {
  const inner = code.replace(/\((\w+) ([^()]+)\)/g, (_, name: string, argument: string) =>
    JSON.stringify(call([name, argument], scope, [])),
  )
  const words = inner.match(/"[^"]*"|\[[^\]]*\]|\S+/g) ?? []
  return words.length > 1 ? call(words, scope, []) : operand(words[0] ?? '', scope)
}

function call([name = '', ...words]: readonly string[], scope: Scope, piped: readonly unknown[]): unknown {
  const [a, b] = [...words.map((word) => operand(word, scope)), ...piped]
  switch (name) {
    case 'quote':
      return JSON.stringify(String(a))
    case 'toYaml':
      return stringify(a, { lineWidth: 0 }).trimEnd()
    case 'nindent':
      return `\n${String(b).replaceAll(/^/gm, ' '.repeat(Number(a)))}`
    case 'default':
      return isTrue(b) ? b : a
    case 'int':
      return Math.trunc(Number(a))
    case 'gt':
      return Number(a) > Number(b)
    case 'until':
      return Array.from({ length: Number(a) }, (_, i) => i)
    default:
      throw new Error(`The function ${name} is not one that these templates use.`)
  }
}

function operand(word: string, { root, variables }: Scope): unknown {
  if (/^-?\d+$/.test(word)) return Number(word)
  if (/^["[]/.test(word)) return JSON.parse(word)
  const [start = '', ...path] = word.split('.')
  if (start !== '' && start !== '$' && !variables.has(start)) throw new Error(`${word} is not known.`)
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) ? value[key] : undefined),
    variables.has(start) ? variables.get(start) : root,
  )
}

const isTrue = (value: unknown): boolean =>
  isRecord(value) ? Object.keys(value).length > 0 : Array.isArray(value) ? value.length > 0 : Boolean(value)

function printed(value: unknown): string {
  if (value === undefined || value === null) throw new Error('A value of the chart is missing.')
  return String(value)
}
