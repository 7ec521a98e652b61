import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
export const DEPLOY = join(ROOT, 'deploy')

export function readDeploy(name: string): string {
  return readFileSync(join(DEPLOY, name), 'utf8')
}

/** One YAML document, with anchors and merges resolved. Throws on what YAML does not allow, such as a key twice. */
// biome-ignore lint/suspicious/noExplicitAny: these are configurations of many shapes
export function readYaml(name: string): any {
  return parse(readDeploy(name), { merge: true })
}

/** Every document of a file. */
// biome-ignore lint/suspicious/noExplicitAny: these are configurations of many shapes
export function readYamlDocuments(name: string): any[] {
  return parseAllDocuments(readDeploy(name)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join('; ')}`)
    return document.toJS()
  })
}

/** `name:tag@digest`, where the tag is a version: the tested image runs even if the tag is moved. */
export const PINNED_IMAGE = /^[\w./-]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/
/** Our own image, which is built from here. */
export const OWN_IMAGE = /^footfall:\d+\.\d+\.\d+$/
