import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { DEPLOY, readDeploy } from '../deploy/files.ts'
import { lacksAny, PATH } from './parts.ts'

const env = { PATH, HOME: '/nonexistent', FOOTFALL_HOST: 'stats.example.com' }
const run = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { cwd: DEPLOY, env, encoding: 'utf8' })

it.skipIf(lacksAny('caddy')).each(['Caddyfile', 'proxy/Caddyfile'])(
  'deploy/%s is valid for Caddy and formatted by caddy fmt',
  (file) => {
    expect(run('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).toMatchObject({ status: 0 })
    expect(run('caddy', 'fmt', file).stdout).toBe(readDeploy(file))
  },
)

it.skipIf(lacksAny('promtool')).each([
  ['rules', 'prometheus/alerts.yaml'],
  ['config', 'prometheus/scrape.yaml'],
])('promtool accepts the %s in deploy/%s', (what, file) => {
  expect(run('promtool', 'check', what, file)).toMatchObject({ status: 0 })
})
