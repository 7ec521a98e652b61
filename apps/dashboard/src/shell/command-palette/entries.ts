import type { useRouter } from '@tanstack/react-router'
import type { Product } from '../../api/types.ts'
import { COMMAND_GROUPS, type CommandGroup, currentCommands } from '../../commands/commands.ts'
import { type MessageKey, t } from '../../messages/messages.ts'
import { roleIsAtLeast } from '../../product/role.ts'
import { keepReportSearch, keepSearchAcrossProducts } from '../../statistics/search.ts'
import { showToast } from '../../ui/toast.tsx'
import { ACCOUNT_PAGES } from '../account-pages.ts'
import { OTHER_SECTIONS, REPORT_SECTIONS, type useSamePage } from '../sections.ts'
import { SETTINGS_PAGES } from '../settings-pages.ts'

/** A line of the palette. */
export interface Entry {
  readonly id: string
  readonly label: string
  /** The kind of line, shown next to the label and searched like it. */
  readonly group: string
  /** What else people call it; searched and not shown. */
  readonly words?: string | undefined
  readonly key?: string | undefined
  readonly run: () => void
}

interface EntriesInput {
  readonly products: readonly Product[]
  readonly current: Product | undefined
  readonly navigate: ReturnType<typeof useRouter>['navigate']
  readonly samePage: ReturnType<typeof useSamePage>
  readonly onShortcuts: () => void
}

/** Everything that the palette can do on this page, the closest to the page first. */
export function entriesOf(input: EntriesInput): readonly Entry[] {
  return [...sections(input), ...products(input), ...commands(), ...settings(input), ...everywhere(input)]
}

function sections({ current, navigate }: EntriesInput): readonly Entry[] {
  if (current === undefined) return []
  const params = { product: current.id }
  return [
    ...REPORT_SECTIONS.map(({ key, to }) => ({
      id: to,
      label: t(key),
      group: current.name,
      run: () => void navigate({ to, params, search: keepReportSearch }),
    })),
    ...OTHER_SECTIONS.map(({ key, to }) => ({
      id: to,
      label: t(key),
      group: current.name,
      run: () => void navigate({ to, params }),
    })),
  ]
}

function products({ products, current, navigate, samePage }: EntriesInput): readonly Entry[] {
  return products
    .filter(({ id }) => id !== current?.id)
    .map(({ id, name }) => ({
      id,
      label: name,
      group: t('palette.product'),
      run: () => void navigate({ to: samePage, params: { product: id }, search: keepSearchAcrossProducts }),
    }))
}

const GROUPS: Readonly<Record<CommandGroup, () => string>> = {
  period: () => t('palette.period'),
  filters: () => t('palette.filters'),
  chart: () => t('palette.chart'),
}

function commands(): readonly Entry[] {
  const offered = currentCommands()
  return COMMAND_GROUPS.flatMap((group) =>
    offered
      .filter((command) => command.group === group)
      .map(({ id, label, key, run }) => ({ id, label, group: GROUPS[group](), key, run })),
  )
}

function settings({ current, navigate }: EntriesInput): readonly Entry[] {
  if (current === undefined) return []
  return SETTINGS_PAGES.filter(({ role }) => roleIsAtLeast(current.role, role)).map(({ label, page }) => ({
    id: `settings ${page}`,
    label,
    group: t('palette.settings'),
    words: wordsOf(page),
    run: () => void navigate({ to: `/products/$product/settings/${page}`, params: { product: current.id } }),
  }))
}

function everywhere({ products, navigate, onShortcuts }: EntriesInput): readonly Entry[] {
  const group = t('palette.everywhere')
  return [
    { id: 'copy', label: t('palette.copy_link'), group, run: () => void copyLink() },
    { id: 'home', label: t('shell.all_products'), group, run: () => void navigate({ to: '/' }) },
    ...(products.length > 1
      ? [{ id: 'several', label: t('several.title'), group, run: () => void navigate({ to: '/products' }) }]
      : []),
    { id: 'add', label: t('shell.add_product'), group, run: () => void navigate({ to: '/welcome' }) },
    ...ACCOUNT_PAGES.map(({ key, to }) => ({
      id: to,
      label: t(key),
      group: t('palette.account'),
      words: wordsOf(to),
      run: () => void navigate({ to }),
    })),
    { id: 'keys', label: t('shortcuts.title'), group, key: '?', run: onShortcuts },
  ]
}

/** Words that people type for a page whose name has none of them. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  '/account/profile': 'palette.words_profile',
  '/account/security': 'palette.words_security',
  '/account/tokens': 'palette.words_tokens',
  general: 'palette.words_general',
  collection: 'palette.words_collection',
  sharing: 'palette.words_sharing',
  integrations: 'palette.words_integrations',
}

function wordsOf(page: string): string | undefined {
  const key = WORDS[page]
  return key && t(key)
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    showToast(t('palette.copied'))
  } catch {
    showToast(t('palette.copy_blocked'))
  }
}
