import { describeAttacks } from '@footfall/oauth-server/test-support'
import { describeEachDialect } from '@footfall/testkit'

describeEachDialect('an attacker of the authorization server', (database) => {
  let other: ReturnType<typeof database.open> | undefined
  describeAttacks(`of ${database.dialect}`, () => {
    other ??= database.open()
    return { stores: database.control.oauth, other: other.oauth }
  })
})
