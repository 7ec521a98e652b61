import type { SharedLinkRecord } from '@footfall/core-domain'
import { type Keyring, ReportId } from '@footfall/core-domain'
import { createPreviews } from '@footfall/kernel'
import { seededRandom, settableClock } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createLinkProofs } from '../features/shares/shared-links.ts'
import { unsubscribeTokens } from '../messages/unsubscribing.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)
const clock = settableClock()
const random = seededRandom()

/** Whether a value of each kind is accepted that was issued with other keys. */
const ACCEPTED: Readonly<Record<string, (issuing: Keyring, opening: Keyring) => boolean>> = {
  'a preview': (issuing, opening) => {
    const change = { credential: 'tok_1', operation: 'o', fingerprint: 'f' }
    const issued = createPreviews('shop', issuing, clock, random).issue(change, 1)
    return typeof createPreviews('shop', opening, clock, random).open(issued, change) === 'object'
  },
  'the proof of the password of a shared link': (issuing, opening) => {
    const record = { link: { id: 'shr_1' }, passwordRevision: 1 } as SharedLinkRecord
    return createLinkProofs(opening, clock).isValid(record, createLinkProofs(issuing, clock).issue(record))
  },
  'the link that ends emails': (issuing, opening) => {
    const right = { source: ReportId.parse('rpt_1'), address: 'a@example.com' }
    const token = unsubscribeTokens({ key: issuing, random }).issue(right)
    try {
      return unsubscribeTokens({ key: opening, random }).open(token).address === right.address
    } catch {
      return false
    }
  },
}

it('rejects a preview of another host that uses the same key', () => {
  const change = { credential: 'tok_1', operation: 'o', fingerprint: 'f' }
  const issued = createPreviews('shop', NEW, clock, random).issue(change, 1)
  expect(createPreviews('bank', NEW, clock, random).open(issued, change)).toBe('not_valid')
  expect(createPreviews('shop', NEW, clock, random).open(issued, change)).toMatchObject({ revision: 1 })
})

it.each(Object.entries(ACCEPTED))(
  'accepts %s of both keys during the rotation, and of the new key only afterwards',
  (_, isAccepted) => {
    expect(isAccepted(OLD, [NEW, OLD])).toBe(true)
    expect(isAccepted([NEW, OLD], NEW)).toBe(true)
    expect(isAccepted([NEW, OLD], OLD)).toBe(false)
    expect(isAccepted(OLD, NEW)).toBe(false)
  },
)
