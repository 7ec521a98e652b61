import process from 'node:process'
import { type MissingPart, missingParts } from './parts.ts'

export function setup(): void {
  const required = missingParts.filter(({ isRare }) => !isRare)
  if (process.env.REQUIRE_PARTS === '1' && required.length > 0)
    throw new Error(`REQUIRE_PARTS is set, and these parts are missing: ${listed(required)}`)
}

/** Printed at the end, where readers look. */
export function teardown(): void {
  if (missingParts.length > 0)
    process.stdout.write(`\nTests were skipped, since these parts are not installed: ${listed(missingParts)}\n`)
}

function listed(parts: readonly MissingPart[]): string {
  return parts.map(({ name, install }) => `${name} (${install})`).join('; ')
}
