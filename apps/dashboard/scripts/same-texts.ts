import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../src/messages/same/', import.meta.url))

/** Keys of messages and texts that are the same in English and in a language, from `src/messages/same/<language>.txt`. */
export function isSameIn(language: string): (key: string) => boolean {
  const path = `${FOLDER}${language}.txt`
  const keys = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])
  return (key) => keys.has(key)
}
