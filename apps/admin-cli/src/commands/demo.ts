import { join } from 'node:path'
import { ensureDemo, openAnalyticsEngine } from '@footfall/runtime'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'

export function demoCommand(program: Command, context: () => Context): void {
  program
    .command('demo')
    .description('fill an empty database with demo data; on one that holds it already, tell where its keys are')
    .action(async () => {
      const { terminal, world, settings, withControlData } = context()
      const demo = await withControlData(async (control) => {
        const engine = await openAnalyticsEngine(settings())
        try {
          return await ensureDemo({ settings: settings(), control, engine, clock: world.clock, random: world.random })
        } finally {
          await engine.close()
        }
      })
      if (demo === undefined) throw new Refusal('The database is not empty; demo data goes into an empty one only.')
      const file = join(settings().dataDir, 'demo.json')
      answer(
        terminal,
        { file, email: demo.email, products: demo.products.map(({ id, name }) => ({ id, name })) },
        `The demo is in place: ${demo.products.length} products of ${demo.email}. Password and token are in ${file}.`,
      )
    })
}
