import process from 'node:process'
import { missingParts } from './parts.ts'

export function setup(): void {
  if (process.env.REQUIRE_PARTS === '1' && missingParts.length > 0)
    throw new Error(`REQUIRE_PARTS is set, and these parts are missing: ${list()}`)
}

/** Named at the end, where somebody looks. */
export function teardown(): void {
  if (missingParts.length > 0)
    process.stdout.write(`\nTests were skipped, since these parts are not installed: ${list()}\n`)
}

function list(): string {
  return missingParts.map(({ name, install }) => `${name} (${install})`).join('; ')
}
