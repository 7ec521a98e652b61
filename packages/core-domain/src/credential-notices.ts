import type { Account } from './entities/account.ts'
import { mailLine } from './mail-line.ts'
import type { EndingCredential } from './ports/credential-hygiene.ts'
import type { TokenDependents } from './ports/credential-repositories.ts'
import type { OutboxMail } from './ports/outbox.ts'
import { type RandomSource, randomId } from './random.ts'
import { type Clock, timestamp } from './time/instant.ts'
import { DAY_MS } from './time/units.ts'

interface Dependencies {
  readonly clock: Clock
  readonly random: RandomSource
}

type Owner = Pick<Account, 'email' | 'name'>

/** A credential that was ended because somebody reported its secret. */
export interface LeakedCredential {
  readonly kind: EndingCredential['kind']
  readonly name: string
  /** The first characters of its secret; absent for a connection, whose secrets change. */
  readonly prefix?: string
  readonly dependents?: TokenDependents
}

const KINDS: Readonly<Record<EndingCredential['kind'], string>> = {
  token: 'access token',
  key: 'Website API key',
  connection: 'connected app',
}

/** How many credentials an email names; of the others it gives the number. */
const NAMED_MAX = 20

/** Notifies the owner of an account that a leaked credential was ended. Enqueue it in the transaction that ends it. */
export function leakNotice(dependencies: Dependencies, owner: Owner, leaked: LeakedCredential): OutboxMail {
  const { kind, name, prefix, dependents } = leaked
  const below = dependents === undefined ? 0 : dependents.tokens + dependents.keys
  const called = `The ${KINDS[kind]} “${mailLine(name)}”${prefix === undefined ? '' : ` (${prefix}…)`}`
  const also = below === 0 ? '' : ` So were ${below === 1 ? '1 credential' : `${below} credentials`} that it had made.`
  return mail(
    dependencies,
    owner,
    `Leaked ${KINDS[kind]} ended in your Footfall account`,
    `${called} of your account was ended, since somebody found its secret and reported it.${also} It cannot be used any more.\n\nCheck its activity in Footfall for changes that you did not make. If you still need it, create another one, and keep its secret out of code, logs and messages.`,
  )
}

/** Notifies the owner of an account of credentials that end soon. What ends with the token that made it is only counted. */
export function expiryNotice(
  dependencies: Dependencies,
  owner: Owner,
  ending: readonly EndingCredential[],
): OutboxMail {
  const byId = new Map(ending.map((credential) => [credential.id, credential]))
  const endsWithParent = ({ parent, ends_at }: EndingCredential) =>
    parent !== null && byId.get(parent)?.ends_at === ends_at
  const heads = ending.filter((credential) => !endsWithParent(credential))
  const below = Map.groupBy(ending.filter(endsWithParent), (credential) => headOf(credential, byId).id)
  const lines = heads
    .toSorted((a, b) => (a.ends_at < b.ends_at ? -1 : 1))
    .slice(0, NAMED_MAX)
    .map((head) => endingLine(head, below.get(head.id)?.length ?? 0, dependencies.clock.now()))
  const rest = heads.length - lines.length
  const more = rest > 0 ? `\n- ${rest} more` : ''
  return mail(
    dependencies,
    owner,
    ending.length === 1
      ? `A credential of your Footfall account ends soon`
      : `${ending.length} credentials of your Footfall account end soon`,
    `What uses the following stops working when it ends:\n\n${lines.join('\n')}${more}\n\nIf you still need one, give it another end or replace it in Footfall. If not, do nothing.`,
  )
}

/** The topmost credential that ends at the same time. */
function headOf(credential: EndingCredential, byId: ReadonlyMap<string, EndingCredential>): EndingCredential {
  const parent = credential.parent === null ? undefined : byId.get(credential.parent)
  return parent?.ends_at === credential.ends_at ? headOf(parent, byId) : credential
}

function endingLine({ kind, name, ends_at }: EndingCredential, below: number, now: number): string {
  const days = Math.max(1, Math.ceil((Date.parse(ends_at) - now) / DAY_MS))
  const within = days === 1 ? 'within 1 day' : `in ${days} days`
  const also = below === 0 ? '' : `, with ${below === 1 ? '1 credential' : `${below} credentials`} below it`
  return `- The ${KINDS[kind]} “${mailLine(name)}” ends ${within}, at ${ends_at}${also}.`
}

function mail({ clock, random }: Dependencies, { email, name }: Owner, subject: string, text: string): OutboxMail {
  const greeting = `Hello ${mailLine(name)},`
  const created_at = timestamp(clock.now())
  return { id: randomId(random, 'out'), to: email, subject, text: `${greeting}\n\n${text}`, created_at }
}
