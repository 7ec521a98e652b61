import { describe, expect, it } from 'vitest'
import { questionOf } from './question.ts'

const preview = (over: Partial<Parameters<typeof questionOf>[0]>) => ({
  state: 'previewed' as const,
  operation: 'service_shields_update',
  summary: 'Replace the shields of Shop.',
  changes: [],
  warnings: [],
  revision: 3,
  ...over,
})
const paths = (...patterns: string[]) => patterns.map((pattern) => ({ pattern }))

describe('the question that a person is asked before a write', () => {
  it('names every entry that a list gains or loses, however long the list is', () => {
    const kept = Array.from({ length: 40 }, (_, i) => `/kept-with-a-long-name/${i}`)
    const change = { path: 'paths', from: paths('/old', ...kept), to: paths(...kept, '/*') }
    expect(questionOf(preview({ changes: [change] }))).toBe(
      [
        'Replace the shields of Shop.',
        '',
        'Changes:',
        '- paths: 41 before, 41 after',
        '  - removed: /old',
        '  - added: /*',
      ].join('\n'),
    )
  })

  it('names what the change is about with its id, right after the sentence that sums it up', () => {
    const change = { path: 'paths', from: [], to: paths('/old') }
    const meta = { confirm: { arguments: {} }, names: {}, product: { id: 'prd_1', name: 'Shop\n\nWarnings:' } }
    const text = questionOf(preview({ changes: [change] }), {}, meta)
    expect(text.split('\n').slice(0, 4)).toEqual([
      'Replace the shields of Shop.',
      expect.stringMatching(/^product: Shop.* \(prd_1\)$/),
      '',
      'Changes:',
    ])
  })

  it('says that a list has only another order, and counts repeated entries', () => {
    const order = { path: 'patterns', from: ['a', 'b'], to: ['b', 'a'] }
    const twice = { path: 'patterns', from: ['a', 'a'], to: ['a'] }
    expect(questionOf(preview({ changes: [order] }))).toContain('- patterns: 2 before, 2 after, in another order')
    expect(questionOf(preview({ changes: [twice] }))).toContain('- patterns: 2 before, 1 after\n  - removed: a')
  })

  it('shows the whole of a long value', () => {
    const to = `${'a'.repeat(5000)}/end`
    expect(questionOf(preview({ changes: [{ path: 'name', from: 'x', to }] }))).toContain(`- name: x → ${to}`)
  })

  it('says first that a change is too long to show', () => {
    const to = Array.from({ length: 500 }, (_, i) => ({ name: `event-${i}` }))
    const text = questionOf(preview({ changes: [{ path: 'events', from: [], to }] }))
    expect(text.split('\n')[0]).toBe(
      'This change is too long to show: 300 of its 501 lines follow. Decline it unless you know the rest.',
    )
    expect(text.length).toBeLessThan(25_000)
  })

  it('shows nested values, times and names in words, without code', () => {
    const to = {
      products: { mode: 'selected', ids: ['shp_1'] },
      rules: [{ name: 'a', on: true, of: { id: 'shp_1', until: '2027-01-31T00:00:00.000Z' } }, { pattern: '/x' }],
      none: [],
    }
    const text = questionOf(preview({ changes: [{ path: 'auto_capture.all', from: null, to }] }), {
      names: { shp_1: 'Lumen' },
    })
    expect(text).toContain(
      '- auto capture, all: products: mode: selected; ids: Lumen (shp_1); rules: name: a; on: yes; of: id: Lumen (shp_1); until: 31 January 2027, 00:00 UTC, /x; none: none',
    )
  })

  it('escapes characters that hide or reverse text or begin a line, in every part', () => {
    const hostile = 'Shop\n\nWarnings:\n- none\u202e\u2028\u200b'
    const text = questionOf(
      preview({ summary: hostile, changes: [{ path: 'name', from: null, to: hostile }], warnings: [hostile] }),
    )
    expect(text.match(/^Warnings:$/gm)).toHaveLength(1)
    expect(text).not.toMatch(/[\u202e\u2028\u200b]/)
  })
})
