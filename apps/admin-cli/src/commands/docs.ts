import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { docsDirectory } from '../docs/directory.ts'
import { CommandError, doesNotExist } from '../errors.ts'
import { printResult } from '../terminal.ts'

export function docsCommand(program: Command, context: () => Context): void {
  program
    .command('docs')
    .description('print a page of the documentation of this version, or list the pages')
    .argument('[page]', 'such as backup or how-to/recover-an-account')
    .action(async (page: string | undefined) => {
      const { terminal } = context()
      const directory = docsDirectory()
      if (directory === undefined) throw new CommandError('This installation has no documentation.')
      const pages = await pagesIn(directory)
      if (page === undefined) {
        printResult(terminal, { directory, pages }, pages.join('\n'))
        return
      }
      const name = page.replace(/\.md$/, '')
      if (!pages.includes(name)) throw doesNotExist(`The page ${page}`, '`footfall docs` lists them')
      const path = join(directory, `${name}.md`)
      const text = await readFile(path, 'utf8')
      printResult(terminal, { page: name, path, text }, text.trimEnd())
    })
}

/** Links are not followed: next to pages of the workspace are folders of packages, which link to each other in circles. */
async function pagesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => name.replace(/\.md$/, ''))
    .sort()
}
