import { describe, expect, it } from 'vitest'
import { completionTree } from '../../../apps/admin-cli/src/completion/tree.ts'
import { program } from './reference/commands.ts'
import { filesOf, textOf } from './repository.ts'

const NODES = completionTree(program())
const PAGES = [
  'README.md',
  'SECURITY.md',
  ...filesOf('.md', 'docs').filter((path) => path !== 'docs/reference/commands.md'),
]

/** In the image and the bundle, `footfall mcp` is `footfall-mcp`, which is none of the operator's commands. */
const BRIDGE_OPTIONS: readonly string[] = ['--stdio', '--http']

/** The commands that a page says to type, inline or in a block, without what follows them. */
function commandsOf(path: string): readonly string[] {
  const text = textOf(path).replaceAll('\\\n', ' ')
  const inline = [...text.matchAll(/`(?:\.\/)?footfall ([a-z][^`\n]*)`/g)]
  const blocks = [...text.matchAll(/^ *(?:\$ )?(?:\.\/)?footfall ([a-z].*)$/gm)]
  return [...inline, ...blocks].map(([, words = '']) => (words.split(/ {2,}#| #|[|>;(]/)[0] ?? '').trim())
}

/** What of a command is not there; undefined when all of it is. */
function unknownPart(command: string): string | undefined {
  const words = command.split(/\s+/)
  if (words[0] === 'mcp') return words.slice(1).find((word) => !BRIDGE_OPTIONS.includes(word))
  let node = NODES[0]
  for (const word of words) {
    const next = NODES.find(({ path }) => path.join(' ') === [...(node?.path ?? []), word].join(' '))
    if (next === undefined) break
    node = next
  }
  if (node === undefined || node.path.length === 0) return words[0]
  // `call` takes the fields of the operation as options.
  if (node.path[0] === 'call') return undefined
  const flags = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[^a-z-].*$/, ''))
  // A group whose list comes first takes the options of the list.
  const known = new Set(
    NODES.filter(({ path }) => path.join(' ').startsWith(node.path.join(' '))).flatMap(({ options }) =>
      options.map(({ flag }) => flag),
    ),
  )
  return flags.find((flag) => !known.has(flag))
}

describe('commands in the documentation', () => {
  it.each(PAGES.filter((path) => commandsOf(path).length > 0))(
    '%s has only commands and options that exist',
    (path) => {
      expect(commandsOf(path).filter((command) => unknownPart(command) !== undefined)).toEqual([])
    },
  )

  it('finds commands and options that do not exist', () => {
    expect(unknownPart('acount create')).toBe('acount')
    expect(unknownPart('account create --mail x')).toBe('--mail')
    expect(unknownPart('mcp --https')).toBe('--https')
    expect(unknownPart('token revoke tok_…')).toBeUndefined()
  })
})
