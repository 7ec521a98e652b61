import { type AttackedService, type Need, provides, type With } from './attacked-service.ts'
import type { TestRunner } from './runner.ts'

type Body<S> = (service: S) => Promise<void>

/** Registers rules as tests that share one service. */
export interface Rules {
  group(name: string, body: () => void): void
  rule(name: string, body: Body<AttackedService>): void
  /** Skipped where the service lacks one of these members. */
  ruleWith<N extends Need>(needs: readonly N[], name: string, body: Body<With<N>>): void
}

/** The service is opened by the first rule that runs. */
export function rulesFor({ describe, it }: TestRunner, open: () => AttackedService | Promise<AttackedService>): Rules {
  let opened: Promise<AttackedService> | undefined
  const service = () => {
    opened ??= Promise.resolve(open())
    return opened
  }
  return {
    group: (name, body) => void describe(name, body),
    rule: (name, body) => void it(name, async () => body(await service())),
    ruleWith(needs, name, body) {
      it(name, async (context) => {
        const given = await service()
        if (provides(given, needs)) await body(given)
        else context.skip(`The service gives no ${needs.join(' and ')}.`)
      })
    },
  }
}
