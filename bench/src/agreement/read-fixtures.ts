import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const text = z.coerce.string()
const Named = z.looseObject({ name: text.optional(), type: text.optional() }).nullish()

/** A user agent and what device-detector says of it. */
const Fixture = z.looseObject({
  user_agent: text,
  headers: z.record(z.string(), text).nullish(),
  client: Named,
  os: z.union([Named, z.array(z.never())]),
  os_family: text.nullish(),
  device: z.looseObject({ type: text.nullish() }).nullish(),
})
export type Fixture = z.output<typeof Fixture>

/** The fixtures of a folder, without those of bots. */
export async function readFixtures(folder: string): Promise<readonly Fixture[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yml') && file !== 'bots.yml').sort()
  const fixtures: Fixture[] = []
  for (const file of files) {
    const content: unknown = parse(await readFile(join(folder, file), 'utf8'), { maxAliasCount: -1 })
    fixtures.push(...z.array(Fixture).parse(content))
  }
  return fixtures
}
