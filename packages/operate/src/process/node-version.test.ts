import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeVersionProblem } from './node-version.ts'

describe('the check of the Node.js version', () => {
  it.each(['22.18.0', '22.19.1', '23.0.0', '24.21.0', '100.0.0'])('accepts the Node.js version %s', (version) => {
    expect(nodeVersionProblem('footfall', version)).toBeUndefined()
  })

  it.each(['22.17.9', '20.20.2', '18.0.0', '4.9.1'])(
    'rejects the Node.js version %s in one line that names both versions',
    (version) => {
      const problem = nodeVersionProblem('footfall', version) ?? ''
      expect(problem).toContain('Node.js 22.18 or newer is needed')
      expect(problem).toContain(version)
      expect(problem).not.toContain('\n')
    },
  )

  /** A name that a version lacks ends the process before anything runs. */
  it.each(['compiled-code', 'environment-file', 'node-version', 'thread-pool'])(
    'comes before anything of %s that an old Node.js version lacks',
    (module) => {
      const code = readFileSync(new URL(`./${module}.ts`, import.meta.url), 'utf8')
      const named = [...code.matchAll(/^import \{ (.+) \} from 'node:.+'$/gm)].flatMap(([, names = '']) =>
        names.split(', '),
      )
      for (const name of named) expect(['homedir', 'isAbsolute', 'join', 'mkdirSync']).toContain(name)
    },
  )
})
