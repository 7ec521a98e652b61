import { writeFileSync } from 'node:fs'
import { BUILT_PAGES, builtPagesText } from './app-pages.ts'

writeFileSync(BUILT_PAGES, builtPagesText())
