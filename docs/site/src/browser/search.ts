// The search of the site. The index is loaded when the field gets the focus.
import MiniSearch from 'minisearch'
import type { SearchIndex } from '../search-index.ts'

const RESULTS_MAX = 12
const box = document.querySelector<HTMLElement>('#search')
const field = document.querySelector<HTMLInputElement>('#search-text')
const list = document.querySelector<HTMLElement>('#search-results')
const state = document.querySelector<HTMLElement>('#search-state')
const pages = document.querySelector<HTMLDetailsElement>('#pages')

if (pages !== null && matchMedia('(max-width: 60rem)').matches) pages.open = false
pages?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
if (box !== null && field !== null && list !== null && state !== null) start(box, field, list, state)

interface Entry {
  readonly id: number
  readonly title: string
  readonly heading: string
  readonly words: string
  readonly address: string
}

function start(box: HTMLElement, field: HTMLInputElement, list: HTMLElement, state: HTMLElement): void {
  box.hidden = false
  let chosen = -1
  let loading: Promise<{ search: MiniSearch<Entry>; entries: readonly Entry[] }> | undefined
  const load = () => {
    loading ??= loadIndex(box.dataset.index ?? '')
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  async function show(): Promise<void> {
    const text = field.value.trim()
    if (text === '') return hide()
    try {
      const { search, entries } = await load()
      if (text !== field.value.trim()) return
      const found = search.search(text).slice(0, RESULTS_MAX)
      list.replaceChildren(
        ...found.flatMap(({ id }, index) => {
          const entry = entries[Number(id)]
          return entry === undefined ? [] : [resultOf(entry, index, box.dataset.root ?? './')]
        }),
      )
      chosen = -1
      list.hidden = found.length === 0
      field.setAttribute('aria-expanded', String(found.length > 0))
      field.removeAttribute('aria-activedescendant')
      state.textContent = found.length === 0 ? `No page has “${text}”.` : ''
    } catch {
      hide()
      state.textContent = 'The search cannot be loaded.'
    }
  }

  function hide(): void {
    list.hidden = true
    list.replaceChildren()
    chosen = -1
    state.textContent = ''
    field.setAttribute('aria-expanded', 'false')
    field.removeAttribute('aria-activedescendant')
  }

  function choose(step: number): void {
    const options = [...list.children]
    if (options.length === 0) return
    options[chosen]?.setAttribute('aria-selected', 'false')
    chosen = (chosen + step + options.length + (chosen < 0 && step < 0 ? 1 : 0)) % options.length
    const option = options[chosen]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option !== undefined) field.setAttribute('aria-activedescendant', option.id)
  }

  field.addEventListener('focus', () => void load().catch(() => {}))
  field.addEventListener('input', () => void show())
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      choose(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      const option = list.children[Math.max(chosen, 0)]
      option?.querySelector('a')?.click()
    } else if (event.key === 'Escape') {
      field.value = ''
      hide()
    }
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !box.contains(event.target)) hide()
  })
  document.addEventListener('keydown', (event) => {
    const writes = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
    if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })
}

async function loadIndex(address: string): Promise<{ search: MiniSearch<Entry>; entries: readonly Entry[] }> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(String(response.status))
  const { pages }: SearchIndex = await response.json()
  const entries: Entry[] = []
  for (const { title, address, parts } of pages)
    for (const [heading, anchor, words] of parts)
      entries.push({
        id: entries.length,
        title,
        heading,
        words,
        address: anchor === '' ? address : `${address}#${anchor}`,
      })
  const search = new MiniSearch<Entry>({
    fields: ['title', 'heading', 'words'],
    searchOptions: {
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      boost: { title: 4, heading: 3 },
    },
  })
  search.addAll(entries)
  return { search, entries }
}

function resultOf({ title, heading, address }: Entry, index: number, root: string): HTMLElement {
  const item = document.createElement('li')
  item.id = `search-result-${index}`
  item.setAttribute('role', 'option')
  item.setAttribute('aria-selected', 'false')
  const link = document.createElement('a')
  link.href = root + address
  link.tabIndex = -1
  const name = document.createElement('strong')
  name.textContent = heading === '' ? title : heading
  link.append(name)
  if (heading !== '') {
    const page = document.createElement('span')
    page.textContent = title
    link.append(page)
  }
  item.append(link)
  return item
}
