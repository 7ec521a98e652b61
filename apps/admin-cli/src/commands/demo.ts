import { join } from 'node:path'
import { ensureDemo } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { operatorEntry } from '../operator-entry.ts'
import { progressBar } from '../progress.ts'
import { Refusal } from '../refusal.ts'
import { engineOf } from '../stores.ts'
import { answer } from '../terminal.ts'

export function demoCommand(program: Command, context: () => Context): void {
  program
    .command('demo')
    .description('fill an empty database with demo data; on one that holds it already, tell where its keys are')
    .action(async () => {
      const { terminal, world, settings, makeControlData } = context()
      const demo = await makeControlData(async (control) => {
        const bar = progressBar(terminal, world.clock.now)
        bar.show(0, 'Opening the stores')
        const engine = await engineOf(settings())
        try {
          bar.show(0.1, 'Making 90 days of traffic')
          const made = await ensureDemo({
            settings: settings(),
            control,
            engine,
            clock: world.clock,
            random: world.random,
            entry: operatorEntry(world, {
              operation: 'demo',
              summary: 'Fill the empty database with the demo.',
              changes: [],
            }),
          })
          bar.show(1, 'Making 90 days of traffic')
          return made
        } finally {
          bar.end()
          await engine.close()
        }
      })
      if (demo === undefined)
        throw new Refusal(
          'The database is not empty, and demo data goes into an empty one only: set DATA_DIR to a new directory.',
        )
      const file = join(settings().dataDir, 'demo.json')
      answer(
        terminal,
        { file, email: demo.email, products: demo.products.map(({ id, name }) => ({ id, name })) },
        `The demo is in place: ${demo.products.length} products of ${demo.email}. Password and token are in ${file}.`,
      )
    })
}
