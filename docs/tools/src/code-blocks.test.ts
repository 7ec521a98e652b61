import { spawnSync } from 'node:child_process'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { filesOf, textOf } from './repository.ts'

/** How a block of each language is read; an error if it cannot be. */
const READERS: Readonly<Record<string, (code: string) => void>> = {
  sh: readShell,
  json: (code) => void JSON.parse(code),
  yaml(code) {
    for (const { errors } of parseAllDocuments(code)) for (const error of errors) throw error
  },
  js: (code) => void transformSync(code, { loader: 'js' }),
  ts: (code) => void transformSync(code, { loader: 'ts' }),
  tsx: (code) => void transformSync(code, { loader: 'tsx' }),
}

const PAGES = [
  'README.md',
  'SECURITY.md',
  ...filesOf('README.md', 'apps'),
  ...filesOf('README.md', 'packages'),
  ...filesOf('README.md', 'integrations'),
  // The types in it are for people.
  ...filesOf('.md', 'docs').filter((path) => path !== 'docs/reference/operations.md'),
]

/** The blocks of a page in the languages that have a reader, without the indentation that a list gives them. */
function blocksOf(markdown: string) {
  return [...markdown.matchAll(/^( *)```(\w+)(?: [^\n]*)?\n([\s\S]*?)^ *```$/gm)].flatMap(
    ([, indent = '', language = '', text = '']) => {
      const read = READERS[language]
      return read === undefined ? [] : [{ language, code: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), read }]
    },
  )
}

function readShell(code: string): void {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** What the reader of a block has against it; undefined if it reads it. */
function problemOf({ code, read }: Pick<ReturnType<typeof blocksOf>[number], 'code' | 'read'>): string | undefined {
  try {
    read(code)
    return undefined
  } catch (error) {
    return `${String(error)}\n${code}`
  }
}

describe('code blocks in the documentation', () => {
  it.each(PAGES.filter((path) => blocksOf(textOf(path)).length > 0))(
    '%s has only code that its language can read',
    (path) => {
      expect(blocksOf(textOf(path)).flatMap((block) => problemOf(block) ?? [])).toEqual([])
    },
  )

  it.each([
    ['sh', 'if true; then echo yes'],
    ['json', '{ "a": 1, }'],
    ['yaml', 'a: [1'],
    ['js', 'const = 1'],
    ['ts', 'interface { a: string }'],
    ['tsx', 'const a = <p>'],
  ])('finds %s that cannot be read', (language, code) => {
    const [block] = blocksOf(`1. A step:\n\n   \`\`\`${language}\n   ${code}\n   \`\`\`\n`)
    expect(block && problemOf(block)).toContain(code)
  })
})
