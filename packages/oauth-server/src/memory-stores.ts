import { isTooSoon, raisedInterval } from './device-polling.ts'
import type { ConnectionFilter, DeviceApproval, NewConnection, OAuthStores, Page, Rotation } from './ports.ts'
import type {
  AccessToken,
  AuthorizationCode,
  Connection,
  ConsentRequest,
  DeviceDecision,
  DeviceRequest,
  EpochMs,
  RefreshToken,
  RegisteredClient,
  SecretHash,
} from './records.ts'

/**
 * Stores in memory, for tests and for services whose connections need not survive a restart. Each method is synchronous
 * inside, which makes it the one atomic step that the port requires.
 */
export function memoryStores(): OAuthStores {
  const tables: Tables = {
    clients: new Map(),
    networks: new Map(),
    consents: new Map(),
    codes: new Map(),
    devices: new Map(),
    deviceNetworks: new Map(),
    connections: new Map(),
    access: new Map(),
    refresh: new Map(),
  }
  return {
    clients: clientStore(tables),
    consents: consentStore(tables),
    codes: codeStore(tables),
    devices: deviceStore(tables),
    connections: connectionStore(tables),
    purgeExpired: async (now) => purgeExpired(tables, now),
  }
}

interface Tables {
  readonly clients: Map<string, RegisteredClient>
  /** By the client id of unused registrations. */
  readonly networks: Map<string, SecretHash>
  readonly consents: Map<SecretHash, ConsentRequest>
  readonly codes: Map<SecretHash, AuthorizationCode>
  readonly devices: Map<SecretHash, DeviceRequest>
  /** By the hash of undecided requests. */
  readonly deviceNetworks: Map<SecretHash, SecretHash>
  readonly connections: Map<string, Connection>
  readonly access: Map<SecretHash, AccessToken>
  readonly refresh: Map<SecretHash, RefreshToken>
}

function clientStore({ clients, networks, connections }: Tables): OAuthStores['clients'] {
  const makeRoom = (max: number, isCounted: (id: string) => boolean) => {
    const unused = [...clients.values()]
      .filter(({ id, firstAllowedAt }) => firstAllowedAt === undefined && isCounted(id))
      .sort((a, b) => a.registeredAt - b.registeredAt || (a.id < b.id ? -1 : 1))
    for (const { id } of unused.slice(0, Math.max(0, unused.length - max + 1))) {
      clients.delete(id)
      networks.delete(id)
    }
  }
  return {
    async register(client, { network, perNetworkMax, max }) {
      if (network !== undefined) makeRoom(perNetworkMax, (id) => networks.get(id) === network)
      makeRoom(max, () => true)
      clients.set(client.id, client)
      if (network !== undefined) networks.set(client.id, network)
    },
    async find(id) {
      return clients.get(id)
    },
    async list(page) {
      return newestFirst([...clients.values()], ({ registeredAt }) => registeredAt, page)
    },
    async remove(id, now) {
      const revoked = [...connections.values()].filter(
        ({ clientId, revokedAt }) => clientId === id && revokedAt === undefined,
      )
      for (const connection of revoked) connections.set(connection.id, { ...connection, revokedAt: now })
      networks.delete(id)
      return clients.delete(id) || revoked.length > 0
    },
  }
}

function consentStore(tables: Tables): OAuthStores['consents'] {
  const { consents, codes } = tables
  return {
    async add(request) {
      consents.set(request.hash, request)
    },
    async find(hash) {
      return consents.get(hash)
    },
    async approve(hash, code) {
      if (!consents.delete(hash)) return false
      codes.set(code.hash, code)
      markAllowed(tables, code.clientId, code.issuedAt)
      return true
    },
    async remove(hash) {
      return consents.delete(hash)
    },
  }
}

function codeStore(tables: Tables): OAuthStores['codes'] {
  const { codes } = tables
  const consume = (hash: SecretHash, now: EpochMs) => {
    const code = codes.get(hash)
    if (!code || code.consumedAt !== undefined) return false
    codes.set(hash, { ...code, consumedAt: now })
    return true
  }
  return {
    async find(hash) {
      return codes.get(hash)
    },
    async redeem(hash, created, now) {
      if (!consume(hash, now)) return false
      addConnection(tables, created)
      return true
    },
    async invalidate(hash, now) {
      return consume(hash, now)
    },
  }
}

function deviceStore(tables: Tables): OAuthStores['devices'] {
  const { devices, deviceNetworks } = tables
  const makeRoom = (max: number, isCounted: (request: DeviceRequest) => boolean) => {
    const pending = [...devices.values()]
      .filter((request) => request.decision === undefined && isCounted(request))
      .sort((a, b) => a.createdAt - b.createdAt || (a.hash < b.hash ? -1 : 1))
    for (const { hash } of pending.slice(0, Math.max(0, pending.length - max + 1))) {
      devices.delete(hash)
      deviceNetworks.delete(hash)
    }
  }
  const byUserCode = (hash: SecretHash) => [...devices.values()].find(({ userCodeHash }) => userCodeHash === hash)
  const decide = (hash: SecretHash, decision: DeviceDecision, clientName?: string) => {
    const request = devices.get(hash)
    if (!request || request.decision !== undefined) return undefined
    devices.set(hash, { ...request, decision, clientName: clientName ?? request.clientName })
    deviceNetworks.delete(hash)
    return request
  }
  const consume = (hash: SecretHash, now: EpochMs) => {
    const request = devices.get(hash)
    if (request?.decision?.state !== 'allowed' || request.decision.consumedAt !== undefined) return false
    devices.set(hash, { ...request, decision: { ...request.decision, consumedAt: now } })
    return true
  }
  return {
    async add(request, { network, perNetworkMax, perClientMax }) {
      if (byUserCode(request.userCodeHash) !== undefined) return false
      if (network !== undefined) makeRoom(perNetworkMax, ({ hash }) => deviceNetworks.get(hash) === network)
      makeRoom(perClientMax, ({ clientId }) => clientId === request.clientId)
      devices.set(request.hash, request)
      if (network !== undefined) deviceNetworks.set(request.hash, network)
      return true
    },
    async find(hash) {
      return devices.get(hash)
    },
    async findByUserCode(hash) {
      return byUserCode(hash)
    },
    async poll(hash, now) {
      const request = devices.get(hash)
      if (!request || request.decision !== undefined) return 'waits'
      const tooSoon = isTooSoon(request, now)
      const intervalSeconds = tooSoon ? raisedInterval(request.intervalSeconds) : request.intervalSeconds
      devices.set(hash, { ...request, intervalSeconds, polledAt: now })
      return tooSoon ? 'too_soon' : 'waits'
    },
    async approve(hash, { clientName, ...approval }: DeviceApproval, now) {
      const request = decide(hash, { state: 'allowed', ...approval, consumedAt: undefined }, clientName)
      if (request) markAllowed(tables, request.clientId, now)
      return request !== undefined
    },
    async deny(hash, accountId) {
      return decide(hash, { state: 'denied', accountId }) !== undefined
    },
    async redeem(hash, created, now) {
      if (!consume(hash, now)) return false
      addConnection(tables, created)
      return true
    },
    async consume(hash, now) {
      return consume(hash, now)
    },
  }
}

function addConnection({ connections, access, refresh }: Tables, created: NewConnection): void {
  const { connection, accessToken, refreshToken } = created
  connections.set(connection.id, connection)
  access.set(accessToken.hash, accessToken)
  if (refreshToken) refresh.set(refreshToken.hash, refreshToken)
}

function markAllowed({ clients, networks }: Tables, id: string, at: EpochMs): void {
  networks.delete(id)
  const client = clients.get(id)
  if (client && client.firstAllowedAt === undefined) clients.set(id, { ...client, firstAllowedAt: at })
}

function connectionStore(tables: Tables): OAuthStores['connections'] {
  const { connections, access, refresh } = tables
  const withConnection = <T extends { readonly connectionId: string }>(token: T | undefined) => {
    const connection = token && connections.get(token.connectionId)
    return token && connection ? { token, connection } : undefined
  }
  return {
    async begin(created) {
      addConnection(tables, created)
      markAllowed(tables, created.connection.clientId, created.connection.createdAt)
    },
    async find(id) {
      return connections.get(id)
    },
    async findByAccessToken(hash) {
      return withConnection(access.get(hash))
    },
    async findByRefreshToken(hash) {
      return withConnection(refresh.get(hash))
    },
    async rotate(rotation) {
      const found = withConnection(refresh.get(rotation.presented))
      if (!found || found.connection.id !== rotation.connectionId || !mayRotate(found, rotation)) return false
      const { token, connection } = found
      const { accessToken, refreshToken, now } = rotation
      refresh.set(token.hash, { ...token, consumedAt: token.consumedAt ?? now })
      refresh.set(refreshToken.hash, refreshToken)
      access.set(accessToken.hash, accessToken)
      const generation = Math.max(connection.generation, refreshToken.generation)
      connections.set(connection.id, { ...connection, generation, refreshedAt: now })
      return true
    },
    async revoke(id, now) {
      const connection = connections.get(id)
      if (!connection || connection.revokedAt !== undefined) return false
      connections.set(id, { ...connection, revokedAt: now })
      return true
    },
    async list(filter, page) {
      const matching = [...connections.values()].filter((connection) => matches(connection, filter))
      return newestFirst(matching, ({ createdAt }) => createdAt, page)
    },
  }
}

function mayRotate(
  { token, connection }: { token: RefreshToken; connection: Connection },
  { consumedSince }: Rotation,
): boolean {
  if (connection.revokedAt !== undefined) return false
  if (token.consumedAt === undefined) return true
  if (consumedSince === undefined || token.consumedAt < consumedSince) return false
  return token.generation + 1 === connection.generation
}

function matches(connection: Connection, { accountId, clientId, liveAt }: ConnectionFilter): boolean {
  if (accountId !== undefined && connection.accountId !== accountId) return false
  if (clientId !== undefined && connection.clientId !== clientId) return false
  return liveAt === undefined || (connection.revokedAt === undefined && connection.expiresAt > liveAt)
}

function purgeExpired(tables: Tables, now: EpochMs): number {
  const { clients, networks, deviceNetworks, ...records } = tables
  const { consents, codes, devices, connections, access, refresh } = records
  const counted: readonly Map<string, unknown>[] = [clients, ...Object.values(records)]
  const size = () => counted.reduce((sum, table) => sum + table.size, 0)
  const before = size()
  const isExpired = ({ expiresAt }: { readonly expiresAt: EpochMs }) => expiresAt <= now
  const isOrphaned = ({ connectionId }: { readonly connectionId: string }) => !connections.has(connectionId)
  removeWhere(connections, isExpired)
  removeWhere(access, (token) => isExpired(token) || isOrphaned(token))
  removeWhere(refresh, isOrphaned)
  removeWhere(codes, (code) => isExpired(code) && (code.consumedAt === undefined || isOrphaned(code)))
  removeWhere(consents, isExpired)
  removeWhere(devices, isExpired)
  removeWhere(clients, isExpired)
  for (const id of networks.keys()) if (!clients.has(id)) networks.delete(id)
  for (const hash of deviceNetworks.keys()) if (!devices.has(hash)) deviceNetworks.delete(hash)
  return before - size()
}

function removeWhere<T>(table: Map<string, T>, condition: (record: T) => boolean): void {
  for (const [key, record] of table) if (condition(record)) table.delete(key)
}

function newestFirst<T extends { readonly id: string }>(
  records: readonly T[],
  at: (record: T) => EpochMs,
  { limit, after }: Page,
): readonly T[] {
  const sorted = [...records].sort((a, b) => at(b) - at(a) || (a.id < b.id ? 1 : -1))
  const start = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1
  return start === 0 && after !== undefined ? [] : sorted.slice(start, start + limit)
}
