import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What is made or brought along, and not written by anybody here. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.turbo', 'data', 'test-output', 'coverage'])

/** Every file of the repository with this ending, by its path from the root. */
export function filesOf(ending: string, folder = ''): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesOf(ending, path)
    return entry.isFile() && entry.name.endsWith(ending) ? [path] : []
  })
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The cells of every row of the first table whose head begins with this cell, code marks and padding taken off. */
export function tableOf(markdown: string, firstHead: string): readonly (readonly string[])[] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|') && cells(line)[0] === firstHead)
  if (start < 0) throw new Error(`There is no table of ${firstHead}.`)
  const rest = lines.slice(start + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest.slice(0, end < 0 ? undefined : end).map(cells)
}

function cells(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}
