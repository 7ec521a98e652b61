import {
  type Account,
  acceptedKeys,
  type Clock,
  currentKey,
  DAY_MS,
  InvalidToken,
  idFactory,
  type Keyring,
  keyedHash,
  MINUTE_MS,
  type RandomSource,
  type SecondFactorMethod,
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

const USER_AGENT_LENGTH_MAX = 400
/** Sessions of one account; a further sign-in ends the one that was used longest ago. The list of sessions shows all of them. */
export const SESSIONS_MAX = 100

/** What is known of a sign-in, for the list of sessions. */
export interface SignInFacts {
  /** How a second factor was proved; undefined where none was. */
  readonly secondFactor?: SecondFactorMethod | undefined
  readonly address?: string | undefined
  readonly userAgent?: string | undefined
}

/** A live session and its account. */
export interface SignedInSession {
  readonly id: SessionId
  readonly account: Account
}

/** A live session, which may lack the second factor that the service requires. */
export interface FoundSession extends SignedInSession {
  readonly lacksSecondFactor: boolean
}

export interface SessionDependencies {
  readonly reader: SessionReader
  readonly store: Pick<TransactionalStore, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
  /** The key of the stored HMACs: sessions end when it is no longer accepted, and a stolen database cannot verify guesses. */
  readonly key: Keyring
  /** Whether everybody needs a second factor. */
  readonly requireSecondFactor?: boolean
}

/** Sessions in browsers. The secret is in a cookie; only its HMAC is stored. */
export interface Sessions {
  /** Reads outside any transaction. */
  readonly reader: SessionReader
  /** Begins a session in a separate transaction. */
  begin(account: Account, facts?: SignInFacts): Promise<Secret>
  /** Begins a session in a transaction, and returns its id too. */
  open(
    account: Account,
    tx: Transaction,
    facts?: SignInFacts,
  ): Promise<{ readonly id: SessionId; readonly secret: Secret }>
  /**
   * The session with this secret, unless it has ended or lacks the second factor that the service requires. Extends the
   * session.
   */
  find(secret: string): Promise<SignedInSession | undefined>
  /** The same, also for a session that lacks the required second factor. */
  findAny(secret: string): Promise<FoundSession | undefined>
  /** Whether the session is still live. */
  isLive(id: SessionId, sessions: SessionReader): Promise<boolean>
  /** Throws `InvalidToken` for a session that has ended. */
  assertLive(id: SessionId, sessions: SessionReader): Promise<void>
  /** Whether the session is live and was authenticated within the last ten minutes. */
  isRecent(id: SessionId, sessions: SessionReader): Promise<boolean>
  /** Records a reauthentication, and a proved second factor, and replaces the secret of the session. */
  renew(id: SessionId, tx: Transaction, secondFactor?: SecondFactorMethod): Promise<Secret>
  /** Replaces the secret of the session, which proves nothing about the person. */
  replaceSecret(id: SessionId, tx: Transaction): Promise<Secret>
  /** Ends the session with this secret, in a separate transaction. */
  end(secret: string): Promise<void>
  /** Ends every session of the account; returns how many there were. */
  endAll(account: Account, tx: Transaction): Promise<number>
  /** Ends one session; returns 1, or 0 when it had already ended. */
  close(id: SessionId, tx: Transaction): Promise<number>
  /** Ends every other session of the account; returns how many there were. */
  endOthers(account: Account, except: SessionId, tx: Transaction): Promise<number>
}

export function createSessions({
  reader,
  store,
  clock,
  random,
  key,
  requireSecondFactor = false,
}: SessionDependencies): Sessions {
  const hashWith = (secret: string) => (one: Uint8Array) => keyedHash(one, 'session', secret).toString('hex')
  const hash = (secret: string) => hashWith(secret)(currentKey(key))
  const newSecret = () => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')
  const ids = idFactory(random)

  const live = (secret: string) => reader.find(acceptedKeys(key).map(hashWith(secret)), timestamp(clock.now()))

  const isLive: Sessions['isLive'] = (id, sessions) => sessions.isLive(id, timestamp(clock.now()))

  const open: Sessions['open'] = async (account, tx, { secondFactor, address, userAgent } = {}) => {
    const secret = newSecret()
    const now = clock.now()
    const session = {
      id: ids.session(),
      secret_hash: hash(secret),
      account: account.id,
      created_at: timestamp(now),
      authenticated_at: timestamp(now),
      expires_at: timestamp(now + SESSION_IDLE_MS),
      second_factor: secondFactor,
      used_at: timestamp(now),
      address,
      user_agent: userAgent?.slice(0, USER_AGENT_LENGTH_MAX),
    }
    await tx.sessions.removeOldest(account.id, SESSIONS_MAX - 1)
    await tx.sessions.insert(session)
    return { id: session.id, secret: new Secret(secret) }
  }

  const findAny: Sessions['findAny'] = async (secret) => {
    const found = await live(secret)
    if (found === undefined) return undefined
    const { session, account } = found
    const now = clock.now()
    const current = hash(secret)
    if (session.secret_hash !== current)
      await store.transaction((tx) => tx.sessions.rehash(session.id, session.secret_hash, current))
    if (now - Date.parse(session.used_at) >= EXTEND_AFTER_MS) {
      const end = Math.min(now + SESSION_IDLE_MS, Date.parse(session.created_at) + SESSION_MAX_MS)
      await store.transaction((tx) => tx.sessions.extend(session.id, timestamp(end), timestamp(now)))
    }
    return { id: session.id, account, lacksSecondFactor: requireSecondFactor && session.second_factor === undefined }
  }

  return {
    reader,

    begin: async (account, facts) => (await store.transaction((tx) => open(account, tx, facts))).secret,

    open,

    async find(secret) {
      const found = await findAny(secret)
      return found === undefined || found.lacksSecondFactor ? undefined : { id: found.id, account: found.account }
    },

    findAny,

    async isRecent(id, sessions) {
      const now = clock.now()
      const at = await sessions.authenticatedAt(id, timestamp(now))
      return at !== undefined && now - Date.parse(at) < RECENT_SIGN_IN_MS
    },

    async renew(id, tx, secondFactor) {
      const secret = newSecret()
      await tx.sessions.renew(id, hash(secret), timestamp(clock.now()), secondFactor)
      return new Secret(secret)
    },

    async replaceSecret(id, tx) {
      const secret = newSecret()
      await tx.sessions.putSecret(id, hash(secret))
      return new Secret(secret)
    },

    isLive,

    async assertLive(id, sessions) {
      if (!(await isLive(id, sessions))) throw new InvalidToken(true)
    },

    async end(secret) {
      const found = await live(secret)
      if (found !== undefined) await store.transaction((tx) => tx.sessions.remove(found.session.id))
    },

    endAll: (account, tx) => tx.sessions.removeAll(account.id),

    close: (id, tx) => tx.sessions.remove(id),

    endOthers: (account, except, tx) => tx.sessions.removeAll(account.id, except),
  }
}
