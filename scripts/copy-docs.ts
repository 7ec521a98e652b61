// Copies the pages of the documentation, without pictures, site and tools, for packages that name them in help texts and errors.
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url))

export function copyDocs(target: string): void {
  rmSync(target, { recursive: true, force: true })
  const left = ['images', 'site', 'tools'].map((name) => `${DOCS}${name}`)
  cpSync(DOCS, target, { recursive: true, filter: (path) => !left.some((each) => path.startsWith(each)) })
}
