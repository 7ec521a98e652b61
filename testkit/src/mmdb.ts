type Value = string | number | readonly Value[] | { readonly [key: string]: Value }

/** A database of IPv4 networks in the MaxMind DB format 2.0. */
export interface MmdbOptions {
  readonly type: string
  readonly builtAt: Date
  /** Networks in the form `192.0.2.0/24` and what is known of them. None is within another. */
  readonly networks: Readonly<Record<string, { readonly [key: string]: Value }>>
}

/** A bit of an address leads to another node, to a record, or nowhere. */
type Branch = { readonly node: number } | { readonly record: number } | undefined

const RECORD_BITS = 24
const SEPARATOR = Buffer.alloc(16)
const MARKER = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])

/** The bytes of a database, for tests that need one with known places. */
export function mmdb({ type, builtAt, networks }: MmdbOptions): Buffer {
  const nodes: [Branch, Branch][] = [[undefined, undefined]]
  const records: Buffer[] = []
  let length = 0
  for (const [network, value] of Object.entries(networks)) {
    const record = encode(value)
    insert(nodes, network, length)
    records.push(record)
    length += record.length
  }
  const tree = Buffer.alloc((nodes.length * RECORD_BITS * 2) / 8)
  const numberOf = (branch: Branch) => {
    if (branch === undefined) return nodes.length
    return 'node' in branch ? branch.node : nodes.length + SEPARATOR.length + branch.record
  }
  for (const [at, branches] of nodes.entries())
    for (const [side, branch] of branches.entries()) tree.writeUIntBE(numberOf(branch), at * 6 + side * 3, 3)
  return Buffer.concat([tree, SEPARATOR, ...records, MARKER, metadata(type, builtAt, nodes.length)])
}

function insert(nodes: [Branch, Branch][], network: string, record: number): void {
  const [address = '', length = '32'] = network.split('/')
  const bits = address
    .split('.')
    .flatMap((byte) => Number(byte).toString(2).padStart(8, '0').split(''))
    .slice(0, Number(length))
  let at = 0
  for (const [depth, bit] of bits.entries()) {
    const node = nodes[at]
    const side = bit === '1' ? 1 : 0
    if (node === undefined) throw new TypeError('a node leads to a node that does not exist')
    if (depth === bits.length - 1) {
      node[side] = { record }
      return
    }
    const next = node[side] ?? { node: nodes.push([undefined, undefined]) - 1 }
    if (!('node' in next)) throw new TypeError(`${network} is within another network`)
    node[side] = next
    at = next.node
  }
}

function metadata(type: string, builtAt: Date, nodes: number): Buffer {
  const entries: readonly (readonly [string, Buffer])[] = [
    ['binary_format_major_version', unsigned(TYPES.uint16, 2)],
    ['binary_format_minor_version', unsigned(TYPES.uint16, 0)],
    ['build_epoch', unsigned(TYPES.uint64, Math.floor(builtAt.getTime() / 1000))],
    ['database_type', encode(type)],
    ['description', encode({ en: 'A database for tests' })],
    ['ip_version', unsigned(TYPES.uint16, 4)],
    ['languages', encode(['en'])],
    ['node_count', unsigned(TYPES.uint32, nodes)],
    ['record_size', unsigned(TYPES.uint16, RECORD_BITS)],
  ]
  return Buffer.concat([control(TYPES.map, entries.length), ...entries.flatMap(([key, value]) => [encode(key), value])])
}

const TYPES = { text: 2, double: 3, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11 } as const

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([control(TYPES.text, bytes.length), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return Buffer.concat([control(TYPES.double, bytes.length), bytes])
  }
  if (isList(value)) return Buffer.concat([control(TYPES.array, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    control(TYPES.map, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ])
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

function unsigned(type: number, value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  const start = bytes.findIndex((byte) => byte !== 0)
  const significant = start === -1 ? Buffer.alloc(0) : bytes.subarray(start)
  return Buffer.concat([control(type, significant.length), significant])
}

/** Type and size; types above 7 take their own byte. */
function control(type: number, size: number): Buffer {
  const [short, more] =
    size < 29 ? [size, []] : size < 285 ? [29, [size - 29]] : [30, [(size - 285) >> 8, (size - 285) & 255]]
  return type > 7 ? Buffer.from([short, type - 7, ...more]) : Buffer.from([(type << 5) | short, ...more])
}
