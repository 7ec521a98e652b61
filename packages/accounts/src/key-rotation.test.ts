import { type Keyring, PasswordResetId, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedAccount } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { invitationCodes } from './invitations/invitation-code.ts'
import { SIGN_IN } from './methods/passkey/passkey.ts'
import { resetCodes } from './methods/password/reset/reset-code.ts'
import { createChallenges } from './signing-in/challenges.ts'
import { knownDevices } from './signing-in/known-device.ts'
import { sessionsWith } from './test-support.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)

describeEachDialect('the replacement of the key', (database) => {
  it('keeps a session that was used while both keys were accepted', async () => {
    const account = await seedAccount(database)
    const begin = async () => (await sessionsWith(database, OLD).begin(account)).reveal()
    const [used, unused] = [await begin(), await begin()]
    const during = sessionsWith(database, [NEW, OLD])
    // Both at once: each sees the session before or after its hash was replaced.
    const found = await Promise.all([during.find(used), during.find(used)])
    expect(found.map((session) => session?.account)).toEqual([account, account])
    expect((await sessionsWith(database, NEW).find(used))?.account).toEqual(account)
    expect(await sessionsWith(database, NEW).find(unused)).toBeUndefined()
    expect(await sessionsWith(database, OLD).find(used)).toBeUndefined()
  })

  it('begins new sessions with the current key only', async () => {
    const secret = (await sessionsWith(database, [NEW, OLD]).begin(await seedAccount(database))).reveal()
    expect(await sessionsWith(database, OLD).find(secret)).toBeUndefined()
    expect(await sessionsWith(database, NEW).find(secret)).toBeDefined()
  })

  it('accepts the cookies, codes and challenges of both keys, and issues them with the current one', async () => {
    const { clock, random, ids } = database
    const account = await seedAccount(database)
    const at = timestamp(clock.now())
    const reset = { id: PasswordResetId.parse('rst_1'), account: account.id, bound_to: 'b', requested_at: at }
    const invitation = { id: ids.member(), email: account.email, invited_at: at }
    const accepts: Readonly<Record<string, (issuing: Keyring, opening: Keyring) => boolean>> = {
      device: (issuing, opening) => {
        const cookie = knownDevices(issuing, random).mint(account, 'hash')
        return knownDevices(opening, random).idOf(cookie, account, 'hash') !== undefined
      },
      reset: (issuing, opening) => resetCodes(opening).isCodeOf(reset, resetCodes(issuing).codeOf(reset).reveal()),
      invitation: (issuing, opening) =>
        invitationCodes(opening).isCodeOf(invitation, invitationCodes(issuing).codeOf(invitation).reveal()),
      challenge: (issuing, opening) => {
        const challenges = (key: Keyring) => createChallenges({ key, clock, random })
        const { challenge } = challenges(issuing).issue(SIGN_IN, { challenge: 'ABC' })
        return challenges(opening).open(SIGN_IN, challenge.reveal()) !== undefined
      },
    }
    for (const [kind, opens] of Object.entries(accepts)) {
      expect({ kind, during: opens(OLD, [NEW, OLD]), after: opens(OLD, NEW) }).toEqual({
        kind,
        during: true,
        after: false,
      })
      expect({ kind, after: opens([NEW, OLD], NEW), before: opens([NEW, OLD], OLD) }).toEqual({
        kind,
        after: true,
        before: false,
      })
    }
  })
})
