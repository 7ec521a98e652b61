import {
  type Clock,
  existing,
  hashSecret,
  type RandomSource,
  recordChange,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'

interface Services {
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Revokes a token that was exchanged for an identity, with its descendants. Its secret is enough: the workload that has it needs no
 * scope to give it back. Any other secret has no effect.
 */
export function endExchangedToken(
  secret: string,
  { address, requestId }: { readonly address: string | undefined; readonly requestId: string | undefined },
  { store, clock, random }: Services,
): Promise<void> {
  return store.transaction(async (tx) => {
    const id = await tx.store.tokens.findExchanged(hashSecret(secret))
    if (id === undefined) return
    const { token, account, lineage } = existing(await tx.store.tokens.find(id))
    if (token.status !== 'active') return
    await tx.store.tokens.revoke(id, `Its ancestor ${id} was revoked.`, timestamp(clock.now()))
    await recordChange(
      tx,
      { clock, random },
      {
        actor: { kind: 'account_token', credential: id, account, lineage },
        operation: 'service_tokens_revoke',
        subject: id,
        summary: `Revoke the token “${token.name}” (${token.prefix}…), which is the calling token.`,
        changes: [{ path: 'status', from: 'active', to: 'revoked' }],
        channel: 'rest',
        address,
        request_id: requestId,
      },
    )
  })
}
