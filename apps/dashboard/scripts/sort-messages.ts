import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Sorts the messages by key, as their test requires. */
const path = fileURLToPath(new URL('../src/messages/en.json', import.meta.url))
const messages: Readonly<Record<string, string>> = JSON.parse(await readFile(path, 'utf8'))
const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(path, `${JSON.stringify(sorted, null, 2)}\n`)
