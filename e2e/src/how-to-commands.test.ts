import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { FOOTFALL, footfall } from './footfall-command.ts'
import { codeBlocks } from './packages-tarballs.ts'
import { readJson, type TemporaryDirectory } from './server-process.ts'

const HOW_TO = fileURLToPath(new URL('../../docs/how-to/', import.meta.url))

let directory: TemporaryDirectory
let environment: Record<string, string>
/** What a page calls things, and what they are called in the demo. */
let names: Readonly<Record<string, string>>

/** The demo, and `footfall` on the path as it is where the service is installed. */
beforeAll(async () => {
  directory = await demoDirectory()
  const bin = join(directory.path, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'footfall'), `#!/bin/sh\nexec "${process.execPath}" "${FOOTFALL}" "$@"\n`)
  await chmod(join(bin, 'footfall'), 0o755)
  environment = { PATH: [bin, process.env.PATH].join(delimiter), DATA_DIR: directory.path }
  const { email, products } = await readJson<Demo>(join(directory.path, 'demo.json'))
  const product = products[0]?.id ?? ''
  const { members } = await footfall({ DATA_DIR: directory.path }, 'member', 'list', '--product', product)
  const { tokens } = await footfall({ DATA_DIR: directory.path }, 'token', 'list')
  const other = members.find((member: { email: string; status: string }) => member.email !== email)
  names = { 'ada@example.com': email, 'grace@example.com': other.email, 'prd_…': product, 'tok_…': tokens[0].id }
})
afterAll(() => directory?.remove())

/** The blocks of `footfall` commands of a page, for the demo. */
async function blocksOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(HOW_TO, page), 'utf8')
  return codeBlocks(text.replaceAll(/^ {3}/gm, ''), 'sh')
    .map(({ code }) => Object.entries(names).reduce((block, [shown, actual]) => block.replaceAll(shown, actual), code))
    .filter((block) => block.startsWith('footfall '))
}

async function run(block: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', block], { env: environment, cwd: directory.path })
  return stdout
}

describe('the commands in the how-to pages', () => {
  // The token of the first is revoked before the second ends all of its account.
  it.each(['rotate-a-leaked-token.md', 'recover-an-account.md'])(
    'the commands of %s run in their order',
    async (page) => {
      const blocks = await blocksOf(page)
      expect(blocks.length).toBeGreaterThan(1)
      for (const block of blocks) {
        // Nobody is there to confirm.
        const unattended = block.replace(/(footfall account delete [^#\n]*?) *(#|\n)/, '$1 --yes $2')
        expect([block, await run(unattended)]).toEqual([block, expect.stringMatching(/\S/)])
      }
    },
  )
})
