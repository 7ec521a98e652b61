import { createHmac } from 'node:crypto'
import {
  type Account,
  type Clock,
  DAY_MS,
  idFactory,
  MINUTE_MS,
  type RandomSource,
  Secret,
  type SessionId,
  type SessionRepository,
  type Store,
  timestamp,
} from '@footfall/core-domain'

const SECRET_BYTES = 32
/** Of a browser that does not come back. */
export const SESSION_IDLE_MS = 30 * DAY_MS
/** Of any browser: afterwards a person signs in again. */
export const SESSION_MAX_MS = 180 * DAY_MS
/** For so long after proving who they are people do what would let a thief of the session stay. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS
/** A session that is used moves its end on, and costs a write, at most once in this time. */
const EXTEND_AFTER_MS = DAY_MS

/** Somebody signed in, in one browser. */
export interface SignedInSession {
  readonly id: SessionId
  readonly account: Account
}

export interface SessionDependencies {
  readonly repository: SessionRepository
  readonly clock: Clock
  readonly random: RandomSource
  /** Keys the stored hashes: sessions end with the key, and a stolen database proves no guess. */
  readonly key: Uint8Array
}

/**
 * Sessions of people in browsers. The secret goes into a cookie; only its keyed hash is stored. What takes a store is done
 * inside its transaction, where it is of one.
 */
export interface Sessions {
  begin(account: Account, within?: Store): Promise<Secret>
  /** The same, with the id by which others know the session. */
  open(account: Account, within?: Store): Promise<{ readonly id: SessionId; readonly secret: Secret }>
  /** Who this secret stands for, unless the session has ended. Being used keeps it from ending. */
  find(secret: string): Promise<SignedInSession | undefined>
  /** Whether a session that was found still goes on, read through the store given. */
  isLive(id: SessionId, store: Store): Promise<boolean>
  /** Whether the session is live and its person proved within the last ten minutes who they are. */
  isRecent(id: SessionId, store: Store): Promise<boolean>
  /** Notes that the person has just proved who they are. The session gets another secret, which replaces the old one. */
  renew(id: SessionId, within: Store): Promise<Secret>
  end(secret: string): Promise<void>
  /** Signs the account out in every browser; answers in how many it was signed in. */
  endAll(account: Account, within?: Store): Promise<number>
  /** Ends one session; answers 0 when it had ended already, otherwise 1. */
  close(id: SessionId, within: Store): Promise<number>
  /** The same in every browser but this one. */
  endOthers(account: Account, but: SessionId, within?: Store): Promise<number>
  purge(): Promise<number>
}

export function createSessions({ repository, clock, random, key }: SessionDependencies): Sessions {
  const hash = (secret: string) => createHmac('sha256', key).update(`session:${secret}`).digest('hex')
  const newSecret = () => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')
  const ids = idFactory(random)

  const live = (secret: string) => repository.find(hash(secret), timestamp(clock.now()))

  const open: Sessions['open'] = async (account, within) => {
    const secret = newSecret()
    const now = clock.now()
    const session = {
      id: ids.session(),
      secret_hash: hash(secret),
      account: account.id,
      created_at: timestamp(now),
      authenticated_at: timestamp(now),
      expires_at: timestamp(now + SESSION_IDLE_MS),
    }
    await repository.insert(session, within)
    return { id: session.id, secret: new Secret(secret) }
  }

  return {
    begin: async (account, within) => (await open(account, within)).secret,

    open,

    async find(secret) {
      const found = await live(secret)
      if (found === undefined) return undefined
      const { session, account } = found
      const end = Math.min(clock.now() + SESSION_IDLE_MS, Date.parse(session.created_at) + SESSION_MAX_MS)
      if (end - Date.parse(session.expires_at) >= EXTEND_AFTER_MS) await repository.extend(session.id, timestamp(end))
      return { id: session.id, account }
    },

    async isRecent(id, store) {
      const now = clock.now()
      const at = await repository.authenticatedAt(id, timestamp(now), store)
      return at !== undefined && now - Date.parse(at) < RECENT_SIGN_IN_MS
    },

    async renew(id, within) {
      const secret = newSecret()
      await repository.renew(id, hash(secret), timestamp(clock.now()), within)
      return new Secret(secret)
    },

    isLive: (id, store) => repository.isLive(id, timestamp(clock.now()), store),

    async end(secret) {
      const found = await live(secret)
      if (found !== undefined) await repository.remove(found.session.id)
    },

    endAll: (account, within) => repository.removeAll(account.id, undefined, within),

    close: (id, within) => repository.remove(id, within),

    endOthers: (account, but, within) => repository.removeAll(account.id, but, within),

    purge: () => repository.purge(timestamp(clock.now())),
  }
}
