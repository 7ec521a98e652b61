import { readdir, readFile, writeFile } from 'node:fs/promises'

/** Sorts the messages of every language by key, as their tests require. */
const folder = new URL('../src/messages/', import.meta.url)
for (const name of await readdir(folder)) {
  if (!/^[a-z]{2}(-[A-Z]{2})?\.json$/.test(name)) continue
  const path = new URL(name, folder)
  const messages: Readonly<Record<string, string>> = JSON.parse(await readFile(path, 'utf8'))
  const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(path, `${JSON.stringify(sorted, null, 2)}\n`)
}
