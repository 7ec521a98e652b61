import { keysOf, parsePattern } from './patterns.ts'
import { SOURCE_KINDS, SOURCE_LIST, type SourceKind } from './source-list.ts'

export interface KnownSource {
  readonly name: string
  readonly kind: SourceKind
}

export interface SourceTable {
  readonly byKey: ReadonlyMap<string, KnownSource>
  /** Sources that are a part of a host, by its key: `/imgres` of `google.`. */
  readonly byPath: ReadonlyMap<string, readonly (readonly [start: string, source: KnownSource])[]>
  /** By the values of `utm_source` that stand for them, in lower case. */
  readonly byTag: ReadonlyMap<string, KnownSource>
}

export function sourceTable(): SourceTable {
  const byKey = new Map<string, KnownSource>()
  const byPath = new Map<string, (readonly [string, KnownSource])[]>()
  const byTag = new Map<string, KnownSource>()
  for (const kind of SOURCE_KINDS) {
    for (const [name, hosts, tags = ''] of SOURCE_LIST[kind]) {
      const source = { name, kind }
      for (const { key, path } of hosts.split(' ').map(parsePattern)) {
        if (path === '') byKey.set(key, source)
        else byPath.set(key, [...(byPath.get(key) ?? []), [path, source]])
      }
      for (const tag of tags.split(',')) if (tag !== '') byTag.set(tag, source)
      // `Google Images` is not a tag of anything else; names of one word, such as `Line` and `Kick`, may be.
      if (/[^a-z0-9]/i.test(name)) byTag.set(name.toLowerCase(), source)
    }
  }
  return { byKey, byPath, byTag }
}

/** Finds the source of a host in a table. */
export function findSource({ byKey, byPath }: SourceTable, hostname: string, path: string): KnownSource | undefined {
  for (const key of keysOf(hostname)) {
    const part = byPath.get(key)?.find(([start]) => path.startsWith(start))
    const found = part?.[1] ?? byKey.get(key)
    if (found) return found
  }
  return undefined
}
