import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { anchorOf } from '@footfall/docs-site/anchor'
import { describe, expect, it } from 'vitest'
import { filesOf, ROOT, textOf } from './repository.ts'

const PAGES = filesOf('.md').filter((path) => !path.startsWith('bench/results/') && !path.endsWith('CHANGELOG.md'))

/** Without code blocks and inline code, in which brackets mean something else. */
function prose(path: string): string {
  return textOf(path)
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/`[^`\n]*`/g, '')
}

function linksOf(path: string): readonly { readonly file: string; readonly anchor: string | undefined }[] {
  return [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', anchor] = target.split('#')
    return [{ file: file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file))), anchor }]
  })
}

const anchors = new Map<string, ReadonlySet<string>>()
function anchorsOf(path: string): ReadonlySet<string> {
  const known = anchors.get(path)
  if (known !== undefined) return known
  const seen = new Map<string, number>()
  const found = new Set<string>()
  const text = textOf(path).replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const anchor = anchorOf(heading)
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    found.add(before === 0 ? anchor : `${anchor}-${before}`)
  }
  anchors.set(path, found)
  return found
}

describe('the documentation', () => {
  it.each(PAGES)('%s has no dead link', (path) => {
    const dead = linksOf(path).filter(({ file, anchor }) => {
      if (!existsSync(join(ROOT, file))) return true
      if (anchor === undefined || !statSync(join(ROOT, file)).isFile() || !file.endsWith('.md')) return false
      return !anchorsOf(file).has(anchor)
    })
    expect(dead).toEqual([])
  })

  it('every page can be reached from the index of the documentation', () => {
    const reached = new Set(['docs/README.md'])
    for (const page of reached) {
      for (const { file } of linksOf(page)) if (file.endsWith('.md') && existsSync(join(ROOT, file))) reached.add(file)
    }
    expect(filesOf('.md', 'docs').filter((path) => !reached.has(path))).toEqual([])
  })
})
