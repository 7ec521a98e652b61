import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProgram } from '../program.ts'
import { commandLine, testDependencies } from '../test-support/command-line.ts'
import { completionTree } from './tree.ts'

describe('completion in a shell', () => {
  const { footfall } = commandLine()
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-completion-'))
    writeFileSync(join(folder, 'history.ndjson'), '')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** What bash itself would offer behind these words, the last of which is being typed. */
  const offered = async (...words: string[]) => {
    const script = (await footfall('completion bash')).out
    const quoted = ['footfall', ...words].map((word) => `'${word}'`).join(' ')
    const ask = `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _footfall; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-u', '-c', ask], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout.split('\n').filter((word) => word !== '')
  }

  it.each([
    ['a command', ['acc'], ['account']],
    ['a command of a command', ['oauth', 'connections', ''], ['list', 'revoke', '--help']],
    ['an option', ['token', 'create', '--sc'], ['--scopes']],
    ['an option behind others', ['token', 'create', '--name', 'x', '--pro'], ['--products']],
    ['the values of an option', ['idempotency', 'resolve', 'idm_1', '--as', ''], ['executed', 'not-executed']],
    ['nothing where a value is free', ['token', 'create', '--name', ''], []],
    ['the values of an argument', ['completion', 'z'], ['zsh']],
    ['files', ['import', 'hist'], ['history.ndjson']],
  ])('offers %s when completing in a real bash', async (_, words, expected) => {
    expect(await offered(...words)).toEqual(expected)
  })

  it('knows every command and option of the program, in every shell', async () => {
    const nodes = completionTree(createProgram(testDependencies({})))
    expect(nodes.length).toBeGreaterThan(20)
    const scripts = await Promise.all(
      ['bash', 'zsh', 'fish'].map(async (shell) => (await footfall(`completion ${shell}`)).out),
    )
    for (const script of scripts) {
      for (const { commands, options } of nodes) {
        for (const { name } of commands) expect(script).toContain(name)
        for (const { flag } of options) expect(script).toContain(flag.slice(2))
      }
    }
  })

  it.each(['zsh', 'fish'])('generates a script that %s can read', async (shell) => {
    // Where that shell is not installed there is nobody to ask.
    if (spawnSync(shell, ['--version']).error !== undefined) return
    const script = join(folder, `completion.${shell}`)
    writeFileSync(script, (await footfall(`completion ${shell}`)).out)
    const { status, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
