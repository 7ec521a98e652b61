import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { MissingLists } from './missing-lists.ts'

/** Files of published lists, by their paths in the folder that `SOURCE_LISTS` names, and what they are a clone of. */
const FILES = {
  search: 'searchengine-and-social-list/SearchEngines.yml',
  social: 'searchengine-and-social-list/Socials.yml',
  ai: 'searchengine-and-social-list/AIAssistants.yml',
  categories: 'dbt-ga4/seeds/ga4_source_categories.csv',
  snowplow: 'referer-parser/resources/referers.yml',
} as const

const HOW = `Set SOURCE_LISTS to a folder with clones of
  https://github.com/matomo-org/searchengine-and-social-list
  https://github.com/Velir/dbt-ga4
  https://github.com/snowplow-referer-parser/referer-parser
They are not copied here.`

/** A host as a list writes it, and its name there. */
export type NamedHost = readonly [host: string, name: string]
export type Category = 'search' | 'social' | 'shopping' | 'video'

export interface SourceLists {
  readonly search: readonly NamedHost[]
  readonly social: readonly NamedHost[]
  readonly ai: readonly NamedHost[]
  /** Hosts and tags of Google’s categories. */
  readonly categories: ReadonlyMap<Category, readonly string[]>
  /** Hosts of Snowplow’s list by its media: `email`, `social`, `search`, `chatbot` and others. */
  readonly snowplow: ReadonlyMap<string, readonly NamedHost[]>
}

const Hosts = z.record(z.string(), z.array(z.string()))
const Media = z.record(z.string(), z.record(z.string(), z.looseObject({ domains: z.array(z.string()) })))
const Engines = z.record(z.string(), z.array(z.looseObject({ urls: z.array(z.string()) })))

/** @throws {MissingLists} if the folder or a file of it is missing. */
export async function readSourceLists(folder: string | undefined): Promise<SourceLists> {
  if (folder === undefined || folder === '') throw new MissingLists(HOW)
  const missing: string[] = []
  for (const file of Object.values(FILES)) {
    await access(join(folder, file)).catch(() => missing.push(file))
  }
  if (missing.length > 0) throw new MissingLists(`${folder} does not have ${missing.join(', ')}. ${HOW}`)
  const read = (file: keyof typeof FILES) => readFile(join(folder, FILES[file]), 'utf8')
  const engines = Object.entries(Engines.parse(parse(await read('search'))))
  return {
    search: named(engines.map(([name, parts]) => [name, parts.flatMap(({ urls }) => urls)])),
    social: named(Object.entries(Hosts.parse(parse(await read('social'))))),
    ai: named(Object.entries(Hosts.parse(parse(await read('ai'))))),
    categories: categoriesOf(await read('categories')),
    snowplow: snowplowMedia(parse(await read('snowplow'))),
  }
}

function snowplowMedia(list: unknown): ReadonlyMap<string, readonly NamedHost[]> {
  const media = Object.entries(Media.parse(list))
  return new Map(
    media.map(([medium, sites]) => [
      medium,
      named(Object.entries(sites).map(([name, { domains }]) => [name, domains] as const)),
    ]),
  )
}

function named(list: readonly (readonly [name: string, hosts: readonly string[]])[]): readonly NamedHost[] {
  return list.flatMap(([name, hosts]) =>
    hosts.map(
      (host) =>
        [
          host
            .trim()
            .toLowerCase()
            .replace(/^android-app:\/\//, ''),
          name,
        ] as const,
    ),
  )
}

const Category = z.enum(['search', 'social', 'shopping', 'video'])

function categoriesOf(csv: string): ReadonlyMap<Category, readonly string[]> {
  const sources = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, source = '', category = ''] = /^"?(.*?)"?,SOURCE_CATEGORY_([A-Z]+)\r?$/.exec(line) ?? []
      return { source: source.toLowerCase(), category: Category.parse(category.toLowerCase()) }
    })
  const groups = Map.groupBy(sources, ({ category }) => category)
  return new Map([...groups].map(([category, rows]) => [category, rows.map(({ source }) => source)]))
}
