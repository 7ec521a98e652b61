type CoordinatorOption =
  | 'now'
  | 'newClaimId'
  | 'records'
  | 'effects'
  | 'claims'
  | 'transaction'
  | 'atomically'
  | 'leaseMs'
  | 'waitMs'
  | 'retentionMs'

const BEFOREHAND = ['claim', 'find', 'renew', 'release', 'complete', 'removeExpired']
const ONE_TRANSACTION = ['read', 'claimWithin', 'completeWithin', 'removeExpired']

/** Throws a `TypeError` in one line that begins with the name of the option that is missing or of the wrong type. */
export function assertCoordinatorOptions(options: Readonly<Partial<Record<CoordinatorOption, unknown>>>): void {
  assertFunctions('', options, ['now', 'newClaimId'], ['wait', 'after', 'transaction', 'atomically'])
  const { records, effects, claims, transaction, atomically } = options
  if (claims !== undefined && claims !== 'beforehand' && claims !== 'in_transaction')
    throw new TypeError('claims must be beforehand or in_transaction.')
  const together = claims === 'in_transaction'
  assertFunctions('records.', records, together ? ONE_TRANSACTION : BEFOREHAND)
  if (transaction === undefined && atomically === undefined)
    throw new TypeError('transaction must be a function, or atomically for a synchronous connection.')
  if (atomically !== undefined)
    assertFunctions('records.', records, together ? ['claimWithinNow', 'completeWithinNow'] : ['completeNow'])
  if (effects !== undefined && effects !== 'anywhere' && effects !== 'in_transaction')
    throw new TypeError('effects must be anywhere or in_transaction.')
  if (effects === 'anywhere' && together)
    throw new TypeError('effects must be in_transaction where claims is: the rollback of the claim must undo them.')
  if (effects === 'in_transaction' && !together) assertFunctions('records.', records, ['retake'])
  for (const name of ['leaseMs', 'waitMs', 'retentionMs'] as const) {
    const least = name === 'waitMs' ? 0 : 1
    const ms = options[name] ?? least
    if (!(typeof ms === 'number' && Number.isFinite(ms) && ms >= least))
      throw new TypeError(`${name} must be a number of milliseconds, ${least} or more.`)
  }
}

/** Names with their prefix, such as `records.claim`. */
export function assertFunctions(
  prefix: string,
  value: unknown,
  needed: readonly string[],
  optional: readonly string[] = [],
): void {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${prefix === '' ? 'options' : prefix.slice(0, -1)} must be an object.`)
  const members = value as Readonly<Record<string, unknown>>
  for (const name of [...needed, ...optional.filter((each) => members[each] !== undefined)])
    if (typeof members[name] !== 'function') throw new TypeError(`${prefix}${name} must be a function.`)
}
