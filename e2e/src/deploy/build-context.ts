import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT, readDeploy } from './files.ts'

/** Which files a builder gets to see: the rules of `.dockerignore`, the last of which that matches decides. */
export function buildContext(): (path: string) => boolean {
  const rules = readDeploy('Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), pattern: globOf(line.replace(/^!/, '')) }))
  return (path) => {
    const parts = path.split('/')
    const ancestors = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
    let kept = true
    for (const { isKept, pattern } of rules) if (ancestors.some((each) => pattern.test(each))) kept = isKept
    return kept
  }
}

/** A star stands for anything within one name, a leading dot too; two for any folders. */
function globOf(pattern: string): RegExp {
  const parts = pattern.split('**/').map((part) => part.split('*').map(escaped).join('[^/]*'))
  return new RegExp(`^${parts.join('(?:.*/)?')}$`)
}

const escaped = (text: string) => text.replace(/[.+^${}()|[\]\\]/g, '\\$&')

/** What `COPY` does with sources of the context: a directory's contents, or files into a directory. */
export function copyFromContext(sources: readonly string[], target: string): void {
  const isSeen = buildContext()
  for (const source of sources) {
    if (!existsSync(join(ROOT, source)) || !isSeen(source)) throw new Error(`COPY failed: no such file: ${source}`)
    const isDirectory = readdirSync(ROOT, { withFileTypes: true }).some(
      (entry) => entry.name === source && entry.isDirectory(),
    )
    cpSync(join(ROOT, source), isDirectory ? target : join(target, source), {
      recursive: true,
      filter: (path) => path === join(ROOT, source) || isSeen(relative(ROOT, path)),
    })
  }
}
