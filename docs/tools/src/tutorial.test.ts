import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@footfall/testkit/free-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesOf, ROOT, textOf } from './repository.ts'
import { openShell, type Shell, shows, stepsOf } from './walkthrough.ts'

const [start, ...steps] = stepsOf(textOf('docs/tutorial.md'))

/** Requests in the how-to pages, with the names that the tutorial gives to its values. */
const REQUESTS = filesOf('.md', 'docs/how-to').flatMap((path) =>
  stepsOf(textOf(path))
    .filter(({ commands }) => commands.startsWith('curl '))
    .map(({ commands }) => ({ page: path.replace('docs/how-to/', ''), commands })),
)

/** The tutorial's port may be taken where tests run; nothing else of a command is changed. */
const onPort = (text: string, port: number) => text.replaceAll('localhost:3000', `localhost:${port}`)

describe('the tutorial', () => {
  let folder: string
  let port: number
  let service: ChildProcess
  let shell: Shell
  let printed = ''

  beforeAll(async () => {
    // What the commands need of a clone, with a separate data directory.
    folder = mkdtempSync(join(tmpdir(), 'footfall-tutorial-'))
    for (const name of ['apps', 'footfall']) symlinkSync(join(ROOT, name), join(folder, name))
    port = await freePort()
    // What `npm start` runs once it has installed and built, which has been done when tests run.
    service = spawn(process.execPath, ['apps/api-server/dist/main.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: String(port), DEMO: '1', FOOTFALL_WELCOME: '1', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    service.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    while (!printed.includes('MCP endpoint')) {
      if (service.exitCode !== null) throw new Error(`The service ended:\n${printed}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    shell = openShell(folder, { PATH: process.env.PATH, HOME: folder, PORT: String(port) })
  })
  afterAll(async () => {
    await shell?.end()
    if (service?.exitCode === null) {
      service.kill('SIGTERM')
      await once(service, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })

  it('begins with one command, which prints what the page says', () => {
    expect(start?.commands).toBe('npm start\n')
    expect(textOf('scripts/start.mjs')).toContain("spawn(process.execPath, ['apps/api-server/dist/main.js']")
    for (const said of ['Account ', 'Password', 'Account token', 'API reference', 'MCP endpoint', 'data/demo.json'])
      expect(printed).toContain(said)
  })

  // In order, since each builds on what the one before it has set.
  it.each(steps.map((step, index) => ({ ...step, title: `${index + 2}: ${step.commands.split('\n')[0]}` })))(
    'runs block $title of the tutorial',
    async ({ commands, answer }) => {
      const output = await shell.run(onPort(commands, port))
      if (answer === undefined) return
      const actual: unknown = JSON.parse(output.split('\n').at(-1) ?? '')
      expect(shows(answer, actual) ? answer : actual).toEqual(answer)
    },
  )

  it.each(REQUESTS)('sends the request that $page shows, and gets data', async ({ commands }) => {
    await shell.run(`EXPIRES=$(node -p 'new Date(Date.now() + 864e5).toISOString()')
      CRAWLER_KEY=$(node -p "require('./data/demo.json').ingest.keys.crawler_intake")
      INGEST_KEY=$(node -p "require('./data/demo.json').ingest.keys.ingest")`)
    const answer = (await shell.run(commands)).split('\n').at(-1) ?? ''
    // A tool of the MCP endpoint has it in its result.
    const { data, result } = JSON.parse(answer)
    expect(data ?? result?.structuredContent?.data, answer).toBeDefined()
  })

  it('leaves a service in which doctor finds no problem, and which doctor does not disturb', async () => {
    const found = await shell.run('./footfall doctor')
    expect(found).toContain('✓ analytics engine: embedded, in use by the running service')
    expect(found).toContain('✓ service: runs, and its stores answer')
    expect(found).not.toContain('✗')
  })

  it('ends with a revoked token, and an audit log that shows the revocation', async () => {
    const audit = await shell.run('./footfall audit --limit 3')
    expect(audit).toContain('Revoke the token “Reporting agent”')
    expect(await shell.run('./footfall token tree')).toMatch(/Reporting agent {2}revoked/)
  })
})

describe('the requests in the how-to pages', () => {
  it('the how-to pages have requests that can be sent', () => {
    expect(REQUESTS.map(({ page }) => page)).toEqual(
      expect.arrayContaining(['delegate-a-token.md', 'deploy-markers.md', 'first-party-proxy.md', 'watch-crawlers.md']),
    )
  })
})

describe('the comparison of a response with an example', () => {
  it.each([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, { a: 2 }, false],
    ['prd_…', 'prd_123', true],
    ['prd_…', 'fnl_123', false],
    [1240, 77, true],
    [1240, null, false],
    [[], [1], false],
    [[{ a: 1 }], [{ a: 1 }, { a: 2 }], true],
    [null, 0, false],
  ])('compares the shown %j with the actual %j: %s', (shown, actual, same) => {
    expect(shows(shown, actual)).toBe(same)
  })
})
