import {
  type Account,
  type Clock,
  DAY_MS,
  idFactory,
  keyedHash,
  MINUTE_MS,
  type RandomSource,
  Secret,
  type SessionId,
  type SessionReader,
  type Transaction,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'

const SECRET_BYTES = 32
/** A session ends this long after its last use. */
export const SESSION_IDLE_MS = 30 * DAY_MS
/** A session ends this long after its sign-in at the latest. */
export const SESSION_MAX_MS = 180 * DAY_MS
/** Sensitive actions need a sign-in or reauthentication within this time. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS
/** Using a session extends it, which is a write, at most once in this time. */
const EXTEND_AFTER_MS = DAY_MS

/** A live session and its account. */
export interface SignedInSession {
  readonly id: SessionId
  readonly account: Account
}

export interface SessionDependencies {
  readonly reader: SessionReader
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
  /** The key of the stored HMACs: sessions end when it changes, and a stolen database cannot verify guesses. */
  readonly key: Uint8Array
}

/** Sessions in browsers. The secret is in a cookie; only its HMAC is stored. */
export interface Sessions {
  /** Reads outside any transaction. */
  readonly reader: SessionReader
  /** Begins a session in a transaction of its own. */
  begin(account: Account): Promise<Secret>
  /** Begins a session in a transaction, and returns its id too. */
  open(account: Account, tx: Transaction): Promise<{ readonly id: SessionId; readonly secret: Secret }>
  /** The session with this secret, unless it has ended. Extends the session. */
  find(secret: string): Promise<SignedInSession | undefined>
  /** Whether the session is still live. */
  isLive(id: SessionId, sessions: SessionReader): Promise<boolean>
  /** Whether the session is live and was authenticated within the last ten minutes. */
  isRecent(id: SessionId, sessions: SessionReader): Promise<boolean>
  /** Records a reauthentication and replaces the secret of the session. */
  renew(id: SessionId, tx: Transaction): Promise<Secret>
  /** Ends the session with this secret, in a transaction of its own. */
  end(secret: string): Promise<void>
  /** Ends every session of the account; returns how many there were. */
  endAll(account: Account, tx: Transaction): Promise<number>
  /** Ends one session; returns 1, or 0 when it had already ended. */
  close(id: SessionId, tx: Transaction): Promise<number>
  /** Ends every other session of the account; returns how many there were. */
  endOthers(account: Account, except: SessionId, tx: Transaction): Promise<number>
}

export function createSessions({ reader, store, clock, random, key }: SessionDependencies): Sessions {
  const hash = (secret: string) => keyedHash(key, 'session', secret).toString('hex')
  const newSecret = () => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')
  const ids = idFactory(random)

  const live = (secret: string) => reader.find(hash(secret), timestamp(clock.now()))

  const open: Sessions['open'] = async (account, tx) => {
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
    await tx.sessions.insert(session)
    return { id: session.id, secret: new Secret(secret) }
  }

  return {
    reader,

    begin: async (account) => (await store.transaction((tx) => open(account, tx))).secret,

    open,

    async find(secret) {
      const found = await live(secret)
      if (found === undefined) return undefined
      const { session, account } = found
      const end = Math.min(clock.now() + SESSION_IDLE_MS, Date.parse(session.created_at) + SESSION_MAX_MS)
      if (end - Date.parse(session.expires_at) >= EXTEND_AFTER_MS) {
        await store.transaction((tx) => tx.sessions.extend(session.id, timestamp(end)))
      }
      return { id: session.id, account }
    },

    async isRecent(id, sessions) {
      const now = clock.now()
      const at = await sessions.authenticatedAt(id, timestamp(now))
      return at !== undefined && now - Date.parse(at) < RECENT_SIGN_IN_MS
    },

    async renew(id, tx) {
      const secret = newSecret()
      await tx.sessions.renew(id, hash(secret), timestamp(clock.now()))
      return new Secret(secret)
    },

    isLive: (id, sessions) => sessions.isLive(id, timestamp(clock.now())),

    async end(secret) {
      const found = await live(secret)
      if (found !== undefined) await store.transaction((tx) => tx.sessions.remove(found.session.id))
    },

    endAll: (account, tx) => tx.sessions.removeAll(account.id),

    close: (id, tx) => tx.sessions.remove(id),

    endOthers: (account, except, tx) => tx.sessions.removeAll(account.id, except),
  }
}
