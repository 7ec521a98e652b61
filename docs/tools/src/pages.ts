import { commandsPage } from './reference/commands.ts'
import { crawlersPage } from './reference/crawlers.ts'
import { importSourcesPage } from './reference/import-sources.ts'
import { operationsPage } from './reference/operations.ts'
import { scopesPage } from './reference/scopes.ts'
import { settingsPage } from './reference/settings.ts'

const NOTE = '<!-- Made by `pnpm generate` from the code; change that, not this. -->\n\n'

/** The pages that are made from the code, by their place in `docs/`. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries({
      'reference/operations.md': operationsPage(),
      'reference/scopes.md': scopesPage(),
      'reference/settings.md': settingsPage(),
      'reference/commands.md': commandsPage(),
      'reference/import-sources.md': importSourcesPage(),
      'reference/crawlers.md': crawlersPage(),
    }).map(([path, text]) => [path, NOTE + text]),
  )
}
