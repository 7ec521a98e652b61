import { join } from 'node:path'
import { ensureDemo, holderOf, readDemoFile } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { progressBar } from '../progress.ts'
import { openAnalyticsStore } from '../stores.ts'
import { printResult } from '../terminal.ts'

export function demoCommand(program: Command, context: () => Context): void {
  program
    .command('demo')
    .description('fill an empty database with demo data, or print where the credentials of existing demo data are')
    .action(async () => {
      const { terminal, dependencies, settings, createControlData } = context()
      const demo = await createControlData(async (control) => {
        // The running service has filled its demo, and has the embedded engine.
        const running = holderOf(settings()) === 'running' ? await readDemoFile(settings().dataDir) : undefined
        if (running !== undefined) return running
        const bar = progressBar(terminal, dependencies.clock.now)
        bar.show(0, 'Opening the stores')
        const engine = await openAnalyticsStore(settings(), control)
        try {
          bar.show(0.1, 'Generating 90 days of traffic')
          const ensured = await ensureDemo({
            settings: settings(),
            control,
            engine,
            clock: dependencies.clock,
            random: dependencies.random,
            byOperator: true,
          })
          bar.show(1, 'Generating 90 days of traffic')
          return ensured
        } finally {
          bar.end()
          await engine.close()
        }
      })
      if (demo === undefined)
        throw new CommandError(
          'The database is not empty, and demo data needs an empty one: set DATA_DIR to a new directory.',
        )
      const file = join(settings().dataDir, 'demo.json')
      printResult(
        terminal,
        { file, email: demo.email, products: demo.products.map(({ id, name }) => ({ id, name })) },
        `The demo is ready: ${counted(demo.products.length, 'product')} of ${demo.email}. Password and token are in ${file}.`,
      )
    })
}
