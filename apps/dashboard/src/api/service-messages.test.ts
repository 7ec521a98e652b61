import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@footfall/core-domain'
import { dashboardApiDocument } from '@footfall/rest-adapter/footfall'
import { expect, it } from 'vitest'
import { knownMessage } from '../messages/messages.ts'
import { problemOf } from './problem.ts'

const SOURCES = fileURLToPath(new URL('../../../../packages/', import.meta.url))
/** Take data of sites, which is not audited, and reports of leaks, whose effect is audited under its own name. */
const INTAKE = new Set(['report_leak', 'collect_event', 'collect_events', 'record_crawls', 'record_payment'])
/** Where audit entries are made that are none of an operation of the API. */
const RECORDING = ['accounts', 'oauth-server', 'web', 'operations']

/** The writes of the API. */
function writes(): readonly string[] {
  const { paths = {} } = dashboardApiDocument('/')
  return Object.values(paths)
    .flatMap((path) => Object.entries(path ?? {}))
    .filter(([method]) => method !== 'get')
    .map(([, operation]) => String(operation.operationId))
    .filter((name) => !INTAKE.has(name))
}

/** The names that the sources give to other acts of people, such as signing in. */
function acts(): readonly string[] {
  return RECORDING.flatMap((name) => {
    const folder = `${SOURCES}${name}/src/`
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return files
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|test-support/.test(path))
      .map((path) => readFileSync(folder + path, 'utf8'))
      .flatMap((source) => [...source.matchAll(/\boperation: '([a-z_]+)'/g)].map(([, act = '']) => act))
  })
}

it('every problem code has a title in the catalog of messages, which is shown instead of the title of the service', () => {
  expect(ERROR_CODES.filter((code) => knownMessage(`problems.code_${code}`) === undefined)).toEqual([])
  const { title } = problemOf(409, { code: 'revision_conflict', title: 'Revision conflict', detail: 'Read it again.' })
  expect(title).toBe('Someone else changed this')
  expect(problemOf(418, { code: 'teapot', title: 'A teapot' }).title).toBe('A teapot')
})

it('every audited operation has a message in the catalog', () => {
  const audited = [...new Set([...writes(), ...acts()])]
  expect(audited.length).toBeGreaterThan(75)
  expect(audited.filter((name) => knownMessage(`activity.did_${name}`) === undefined)).toEqual([])
})
